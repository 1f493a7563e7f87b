//! The WebAssembly side: what `openidea:plugin@1.4.0` looks like to a core module.

mod abi;
mod context;
mod export;
pub mod host;
mod panic;

pub use abi::{RawList, RawOption, RawResult};
pub use context::{Invocation, Project};
pub use export::{mcp_call, realloc, run_command, take_back_call, take_back_run_command};

/// The encoded WIT worlds, from which `wasm-tools component new` (and the linker of
/// `wasm32-wasip2`) knows how to make a component of the module. Made by `wit/worlds.sh`.
pub const PLUGIN_WORLD: [u8; include_bytes!("plugin.world").len()] = *include_bytes!("plugin.world");
pub const PLUGIN_MCP_WORLD: [u8; include_bytes!("plugin-mcp.world").len()] = *include_bytes!("plugin-mcp.world");

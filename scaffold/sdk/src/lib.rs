//! Write plugins for OpenIDEA in Rust: commands, and tools for the IDE's MCP server.
//!
//! A plugin is a `cdylib` crate with a type that implements [`Plugin`], and [`McpProvider`] if
//! it has tools. [`register_plugin!`] exports it:
//!
//! ```
//! use openidea_plugin::{register_plugin, Error, Invocation, McpProvider, Plugin};
//!
//! #[derive(Default)]
//! struct Hello;
//!
//! impl Plugin for Hello {}
//!
//! impl McpProvider for Hello {
//!     fn call(&mut self, tool: &str, _arguments: &str, ctx: &Invocation) -> Result<String, Error> {
//!         match tool {
//!             "project_name" => Ok(ctx.project().ok_or("no project is open")?.name()),
//!             _ => Err(Error::NotFound(tool.into())),
//!         }
//!     }
//! }
//!
//! register_plugin!(Hello, mcp);
//! ```
//!
//! Built for `wasm32-unknown-unknown` or `wasm32-wasip2` the crate speaks to the IDE through the
//! WIT package `openidea:plugin@1.4.0` (in the folder `wit`). Built for the machine itself, as
//! `cargo test` does, it speaks to the [mock host](mock): call your tools directly in tests.

#![deny(unsafe_op_in_unsafe_fn)]

mod context;
mod error;
pub mod host;
mod types;

#[cfg(not(target_arch = "wasm32"))]
pub mod mock;
#[cfg(not(target_arch = "wasm32"))]
use mock::backend;

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod wasm;
#[cfg(target_arch = "wasm32")]
use wasm as backend;

pub use context::{Invocation, Project};
pub use error::Error;
pub use types::*;

/// A plugin. One instance of it lives in the IDE until the plugin is disabled, so `self` keeps
/// its state from one call to the next. A panic ends the instance, after its place and message were
/// written to the plugin's log; the next call gets a new one.
pub trait Plugin: Default {
    /// Run a command of the plugin: `id` is its id in the manifest, `arg` what the caller handed
    /// over. What it returns goes back to the caller.
    ///
    /// A plugin without commands need not implement it.
    fn run_command(&mut self, id: &str, ctx: &Invocation, arg: Option<&str>) -> Result<Option<String>, Error> {
        let _ = (ctx, arg);
        Err(Error::NotFound(id.into()))
    }
}

/// A plugin with tools for the IDE's MCP server.
pub trait McpProvider {
    /// Call a tool. `tool` is its name in the manifest, `arguments` the JSON text of its input,
    /// at most 1 MiB, already checked against the tool's schema. The result is a text of at most
    /// 4 MiB.
    fn call(&mut self, tool: &str, arguments: &str, ctx: &Invocation) -> Result<String, Error>;
}

/// Exports a plugin: `register_plugin!(Type)` its commands (the WIT world `plugin`),
/// `register_plugin!(Type, mcp)` its tools as well (the world `plugin-mcp`). Once in a crate.
///
/// Built for the machine itself it exports nothing, and checks that the type has the traits.
#[macro_export]
macro_rules! register_plugin {
    ($plugin:ty) => {
        $crate::__export_plugin!($plugin, PLUGIN_WORLD);
    };
    ($plugin:ty, mcp) => {
        $crate::__export_plugin!($plugin, PLUGIN_MCP_WORLD);
        $crate::__export_mcp!($plugin);
    };
}

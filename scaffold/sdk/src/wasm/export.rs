//! The exports, for the macros: they must stand in the plugin's own crate to become exports.

use super::abi::{give, give_error, Lift, RawList, RawOption, RawResult};
use super::context;
use super::panic::{install_hook, without_calls};
use crate::{Error, Invocation};
use std::alloc::{alloc, handle_alloc_error, realloc as std_realloc, Layout};

/// # Safety
/// The parameters are those of a call of the export `run-command` by the host.
pub unsafe fn run_command(
    id: RawList<u8>,
    ctx: u32,
    arg: RawOption<RawList<u8>>,
    call: impl FnOnce(&str, &Invocation, Option<&str>) -> Result<Option<String>, Error>,
) -> RawResult<RawOption<RawList<u8>>> {
    install_hook();
    let (id, arg) = unsafe { (String::lift(id), Option::<String>::lift(arg)) };
    let ctx = Invocation(context::Invocation(ctx));
    match call(&id, &ctx, arg.as_deref()) {
        Ok(None) => RawResult::Ok(RawOption::None),
        Ok(Some(text)) => RawResult::Ok(RawOption::Some(give(text))),
        Err(error) => RawResult::Err(give_error(error)),
    }
}

/// # Safety
/// The parameters are those of a call of the export `call` by the host.
pub unsafe fn mcp_call(
    tool: RawList<u8>,
    arguments: RawList<u8>,
    ctx: u32,
    call: impl FnOnce(&str, &str, &Invocation) -> Result<String, Error>,
) -> RawResult<RawList<u8>> {
    install_hook();
    let (tool, arguments) = unsafe { (String::lift(tool), String::lift(arguments)) };
    let ctx = Invocation(context::Invocation(ctx));
    match call(&tool, &arguments, &ctx) {
        Ok(text) => RawResult::Ok(give(text)),
        Err(error) => RawResult::Err(give_error(error)),
    }
}

/// # Safety
/// The host has read the result, which `run_command` made, and calls this once.
pub unsafe fn take_back_run_command(result: RawResult<RawOption<RawList<u8>>>) {
    without_calls(|| drop(unsafe { Result::<Option<String>, Error>::lift(result) }));
}

/// # Safety
/// The host has read the result, which `mcp_call` made, and calls this once.
pub unsafe fn take_back_call(result: RawResult<RawList<u8>>) {
    without_calls(|| drop(unsafe { Result::<String, Error>::lift(result) }));
}

/// The allocator that the host uses for what it hands over.
///
/// # Safety
/// `old` is null or came from here with these sizes.
pub unsafe fn realloc(old: *mut u8, old_size: usize, align: usize, size: usize) -> *mut u8 {
    if size == 0 {
        return align as *mut u8;
    }
    without_calls(|| unsafe {
        let layout = Layout::from_size_align_unchecked(size, align);
        let ptr = match old_size {
            0 => alloc(layout),
            _ => std_realloc(old, Layout::from_size_align_unchecked(old_size, align), size),
        };
        if ptr.is_null() {
            handle_alloc_error(layout);
        }
        ptr
    })
}

/// The part of [`register_plugin!`](crate::register_plugin) that every plugin has.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_plugin {
    ($plugin:ty, $world:ident) => {
        ::std::thread_local! {
            // The instance is one thread, so this is the one value of the plugin's type.
            static __OPENIDEA_PLUGIN: ::std::cell::RefCell<$plugin> = ::std::default::Default::default();
        }

        const _: () = {
            use $crate::wasm::{RawList, RawOption, RawResult};

            #[used]
            #[unsafe(link_section = "component-type:openidea:plugin@1.4.0")]
            static WORLD: [u8; $crate::wasm::$world.len()] = $crate::wasm::$world;

            static mut RESULT: RawResult<RawOption<RawList<u8>>> = RawResult::Ok(RawOption::None);

            #[unsafe(export_name = "openidea:plugin/commands@1.4.0#run-command")]
            unsafe extern "C" fn run_command(
                id: *mut u8,
                id_len: usize,
                ctx: u32,
                has_arg: i32,
                arg: *mut u8,
                arg_len: usize,
            ) -> *mut RawResult<RawOption<RawList<u8>>> {
                let id = RawList { ptr: id, len: id_len };
                let arg = match has_arg {
                    0 => RawOption::None,
                    _ => RawOption::Some(RawList { ptr: arg, len: arg_len }),
                };
                unsafe {
                    RESULT = $crate::wasm::run_command(id, ctx, arg, |id, ctx, arg| {
                        __OPENIDEA_PLUGIN.with_borrow_mut(|p| $crate::Plugin::run_command(p, id, ctx, arg))
                    });
                    &raw mut RESULT
                }
            }

            #[unsafe(export_name = "cabi_post_openidea:plugin/commands@1.4.0#run-command")]
            unsafe extern "C" fn take_back(result: *mut RawResult<RawOption<RawList<u8>>>) {
                unsafe { $crate::wasm::take_back_run_command(result.read()) }
            }

            #[unsafe(export_name = "cabi_realloc")]
            unsafe extern "C" fn realloc(old: *mut u8, old_size: usize, align: usize, size: usize) -> *mut u8 {
                unsafe { $crate::wasm::realloc(old, old_size, align, size) }
            }
        };
    };
}

/// The part of [`register_plugin!`](crate::register_plugin) for plugins with tools.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_mcp {
    ($plugin:ty) => {
        const _: () = {
            use $crate::wasm::{RawList, RawResult};

            static mut RESULT: RawResult<RawList<u8>> = RawResult::Ok(RawList { ptr: ::std::ptr::null_mut(), len: 0 });

            #[unsafe(export_name = "openidea:plugin/mcp-provider@1.4.0#call")]
            unsafe extern "C" fn call(
                tool: *mut u8,
                tool_len: usize,
                arguments: *mut u8,
                arguments_len: usize,
                ctx: u32,
            ) -> *mut RawResult<RawList<u8>> {
                let tool = RawList { ptr: tool, len: tool_len };
                let arguments = RawList { ptr: arguments, len: arguments_len };
                unsafe {
                    RESULT = $crate::wasm::mcp_call(tool, arguments, ctx, |tool, arguments, ctx| {
                        __OPENIDEA_PLUGIN.with_borrow_mut(|p| $crate::McpProvider::call(p, tool, arguments, ctx))
                    });
                    &raw mut RESULT
                }
            }

            #[unsafe(export_name = "cabi_post_openidea:plugin/mcp-provider@1.4.0#call")]
            unsafe extern "C" fn take_back(result: *mut RawResult<RawList<u8>>) {
                unsafe { $crate::wasm::take_back_call(result.read()) }
            }
        };
    };
}

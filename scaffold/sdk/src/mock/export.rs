//! What `register_plugin!` is natively: it exports nothing and checks the traits.

#[doc(hidden)]
#[macro_export]
macro_rules! __export_plugin {
    ($plugin:ty, $world:ident) => {
        const _: fn() = || {
            let _: $plugin = ::std::default::Default::default();
            fn is_plugin<T: $crate::Plugin>() {}
            is_plugin::<$plugin>();
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __export_mcp {
    ($plugin:ty) => {
        const _: fn() = || {
            fn has_tools<T: $crate::McpProvider>() {}
            has_tools::<$plugin>();
        };
    };
}

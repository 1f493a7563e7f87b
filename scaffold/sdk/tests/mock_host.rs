//! The mock host answers as the IDE does.

use openidea_plugin::mock::{Answer, Host};
use openidea_plugin::*;

fn invalid<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::Invalid(_)))
}

#[test]
fn nothing_is_granted_at_first() {
    let host = Host::new().file("a.txt", "a").configuration("test", "cargo").branch("main");
    let project = host.command().project().unwrap();
    let denied = |capability: &str| Error::Denied(format!("{capability} is not granted"));
    assert_eq!(project.read_file("a.txt"), Err(denied("project.read")));
    assert_eq!(project.search_text(&TextQuery::default(), 1), Err(denied("project.read")));
    assert_eq!(project.write_file("a.txt", ""), Err(denied("project.write")));
    assert_eq!(project.delete_file("a.txt"), Err(denied("project.write")));
    assert_eq!(host::editor_active(), Err(denied("editor.read")));
    assert_eq!(host::editor_save("a.txt"), Err(denied("editor.write")));
    assert_eq!(host::notify(NotificationKind::Info, ""), Err(denied("notifications")));
    assert_eq!(host::start_run("test"), Err(denied("runs")));
    assert_eq!(host::storage_keys(), Err(denied("storage")));
    assert_eq!(host::vcs_branch(), Err(denied("vcs.read")));
    assert_eq!(host::vcs_fetch("origin"), Err(denied("vcs.fetch")));
    assert_eq!(host::net_fetch(&Request::default()), Err(denied("network")));
    assert_eq!(host::process_run("git", &[], None, None), Err(denied("process")));
    assert_eq!((project.name(), project.root()), ("project".into(), "/project".into()));
    assert_eq!(host.text("a.txt").as_deref(), Some("a"));
}

#[test]
fn a_tool_may_not_use_what_is_reserved() {
    let host = Host::new().configuration("test", "cargo");
    let ctx = host.tool();
    assert_eq!(ctx.source(), Source::Tool);
    assert!(invalid(host::dialog_message("hello")));
    assert!(invalid(host::dialog_confirm("sure?")));
    assert!(invalid(host::dialog_input("name", None)));
    assert!(invalid(host::dialog_pick("which", &["a"])));
    assert!(invalid(host::open_tab("a.txt", None)));
    assert!(matches!(host::start_run("test"), Err(Error::Denied(_))), "a missing capability is said first");
    let host = host.grant("runs");
    let _ctx = host.tool();
    assert!(invalid(host::start_run("test")));
    assert!(host.tabs().is_empty() && host.runs().is_empty() && host.messages().is_empty());
}

#[test]
fn a_command_may() {
    let host = Host::new()
        .grant("runs")
        .configuration("test", "cargo")
        .answer(Answer::Confirm(true))
        .answer(Answer::Input(Some("x".into())))
        .answer(Answer::Pick(None));
    let ctx = host.command();
    assert_eq!(ctx.source(), Source::Command);
    assert_eq!(host::dialog_message("hello"), Ok(()));
    assert_eq!(host::dialog_confirm("sure?"), Ok(true));
    assert_eq!(host::dialog_input("name", Some("y")), Ok(Some("x".into())));
    assert_eq!(host::dialog_pick("which", &["a"]), Ok(None));
    assert_eq!(host::start_run("test"), Ok(1));
    assert!(matches!(host::start_run("none"), Err(Error::NotFound(_))));
    assert_eq!(host::list_configurations().unwrap()[0].kind, "cargo");
    assert_eq!(host.messages(), ["hello"]);
    assert_eq!(host.runs(), ["test"]);
}

#[test]
fn searches() {
    let host = Host::new()
        .grant("project.read")
        .file("b.md", "Milk\r\nmore milk, milk\n")
        .file("a.txt", "\u{1F95B} milk\n")
        .file("c/d.md", "nothing");
    let project = host.tool().project().unwrap();
    let search = |query: TextQuery, limit| {
        let found = project.search_text(&query, limit).unwrap();
        let at = |m: &TextMatch| {
            let Range { start, end } = m.location.range;
            format!("{}:{}:{}-{} {}", m.location.path, start.line, start.character, end.character, m.line)
        };
        (found.matches.iter().map(at).collect::<Vec<_>>(), found.truncated)
    };
    let milk = TextQuery { pattern: "milk".into(), ..Default::default() };
    let lines = ["a.txt:0:3-7 \u{1F95B} milk", "b.md:0:0-4 Milk", "b.md:1:5-9 more milk, milk"];
    assert_eq!(search(milk.clone(), 100), (lines.map(String::from).to_vec(), false));
    assert_eq!(search(milk.clone(), 3), (lines.map(String::from).to_vec(), false));
    assert_eq!(search(milk.clone(), 1), (vec![lines[0].into()], true));
    let markdown = TextQuery { glob: Some("**/*.md".into()), case_sensitive: true, ..milk.clone() };
    assert_eq!(search(markdown, 100), (vec![lines[2].into()], false));
    let regex = TextQuery { regex: true, ..milk };
    assert!(project.search_text(&regex, 1).unwrap_err().message().contains("openidea-plugin test"));
    let listed = project.list_files("**/*.md", 1).unwrap();
    assert_eq!(listed, FileList { paths: vec!["b.md".into()], truncated: true });
}

#[test]
fn writes_files() {
    let host = Host::new().grant("project.read").grant("project.write");
    let project = host.tool().project().unwrap();
    assert_eq!(project.create_file("a/b.txt", "one"), Ok(()));
    assert!(matches!(project.create_file("a/b.txt", "two"), Err(Error::Failed(_))));
    assert_eq!(project.write_file("./a//b.txt", "three"), Ok(()), "a path has one spelling");
    assert_eq!(project.read_file("a/b.txt"), Ok("three".into()));
    for path in ["", "/etc/passwd", "../up", "a/../../up", "a\\b", "C:/up", "."] {
        assert!(invalid(project.read_file(path)) && invalid(project.write_file(path, "")), "{path}");
    }
    assert_eq!(project.delete_file("a/b.txt"), Ok(()));
    assert!(matches!(project.delete_file("a/b.txt"), Err(Error::NotFound(_))));
    assert!(host.paths().is_empty());
}

#[test]
fn edits_open_files() {
    let host = Host::new()
        .grant("editor.read")
        .grant("editor.write")
        .file("a.txt", "saved\n")
        .open("a.txt", "\u{1F95B} one\ntwo");
    let _ctx = host.tool();
    let document = host::editor_active().unwrap().unwrap();
    assert_eq!((document.path.as_str(), document.version, document.modified), ("a.txt", 1, true));
    assert_eq!(host::editor_open_files().unwrap(), [document]);
    let edit = |from: (u32, u32), to: (u32, u32), text: &str| {
        let at = |(line, character)| Position { line, character };
        TextEdit { range: Range { start: at(from), end: at(to) }, text: text.into() }
    };
    assert_eq!(host::editor_edit("a.txt", 1, &[edit((1, 0), (1, 3), "2"), edit((0, 3), (0, 6), "1")]), Ok(2));
    assert_eq!(host::editor_read("a.txt"), Ok("\u{1F95B} 1\n2".into()));
    assert!(invalid(host::editor_edit("a.txt", 1, &[])), "an old version");
    assert!(
        invalid(host::editor_edit("a.txt", 2, &[edit((0, 0), (0, 3), ""), edit((0, 2), (0, 4), "")])),
        "an overlap"
    );
    assert!(invalid(host::editor_edit("a.txt", 2, &[edit((0, 1), (0, 1), "")])), "half a character");
    assert!(invalid(host::editor_edit("a.txt", 2, &[edit((2, 0), (2, 0), "")])), "a line too far");
    assert_eq!(host::editor_save("a.txt"), Ok(()));
    assert_eq!(host.text("a.txt").as_deref(), Some("\u{1F95B} 1\n2"));
    assert!(matches!(host::editor_save("b.txt"), Err(Error::NotFound(_))));
    host::editor_edit("a.txt", 2, &[edit((0, 0), (1, 1), "")]).unwrap();
    assert_eq!(host::editor_revert("a.txt"), Ok(()));
    assert_eq!(host::editor_read("a.txt"), Ok("\u{1F95B} 1\n2".into()));
}

#[test]
fn stores() {
    let host = Host::new().grant("storage").store("a", "1");
    let _ctx = host.tool();
    assert_eq!(host::storage_get("a"), Ok(Some("1".into())));
    assert_eq!(host::storage_set("b", "2"), Ok(()));
    assert_eq!(host::storage_keys(), Ok(vec!["a".into(), "b".into()]));
    assert_eq!(host::storage_delete("a"), Ok(()));
    assert_eq!(host::storage_delete("a"), Ok(()));
    assert_eq!(host::storage_get("a"), Ok(None));
    let mib = "x".repeat(1 << 20);
    assert!(invalid(host::storage_set("c", &(mib.clone() + "x"))));
    for i in 0..15 {
        assert_eq!(host::storage_set(&format!("big {i}"), &mib), Ok(()));
    }
    assert!(invalid(host::storage_set("one too many", &mib)));
    assert_eq!(host.stored("b").as_deref(), Some("2"));
}

#[test]
fn answers_for_the_world_outside() {
    let host = Host::new()
        .grant("network")
        .grant("process")
        .on_fetch(|request| Ok(Response { status: 200, body: request.url.clone().into_bytes(), ..Default::default() }))
        .program("cat", |args, stdin| {
            Ok(Output { status: Some(args.len() as i32), stdout: stdin.into(), ..Default::default() })
        });
    let _ctx = host.event();
    let response =
        host::net_fetch(&Request { method: "GET".into(), url: "https://example.org".into(), ..Default::default() });
    assert_eq!(response.unwrap().body, b"https://example.org");
    let output = host::process_run("cat", &["-"], Some(b"in"), None).unwrap();
    assert_eq!((output.status, output.stdout.as_slice()), (Some(1), &b"in"[..]));
    assert!(matches!(host::process_run("rm", &[], None, None), Err(Error::Denied(_))), "not approved");
}

#[test]
fn knows_the_rest() {
    let commit = |id: &str| Commit { id: id.into(), ..Default::default() };
    let host = Host::new()
        .grant("vcs.read")
        .grant("vcs.fetch")
        .grant("notifications")
        .branch("main")
        .remote("origin")
        .commit(commit("older"))
        .commit(commit("newer"))
        .change("a.txt", Change::Modified, "+a\n");
    let _ctx = host.tool();
    assert_eq!(host::vcs_branch(), Ok(Some("main".into())));
    assert_eq!(host::vcs_status(), Ok(vec![FileStatus { path: "a.txt".into(), change: Change::Modified }]));
    assert_eq!(host::vcs_log(1), Ok(vec![commit("newer")]));
    assert_eq!((host::vcs_diff("a.txt"), host::vcs_diff("b.txt")), (Ok("+a\n".into()), Ok("".into())));
    assert_eq!(host::vcs_fetch("origin"), Ok(()));
    assert!(matches!(host::vcs_fetch("none"), Err(Error::NotFound(_))));
    host::notify(NotificationKind::Warning, "careful").unwrap();
    host::set_status("busy").unwrap();
    host::log(Level::Debug, "here");
    assert_eq!(host.notifications(), [(NotificationKind::Warning, "careful".into())]);
    assert_eq!((host.status(), host.log()), ("busy".into(), vec![(Level::Debug, "here".into())]));
    assert_eq!(host::mcp_stdio_command().unwrap()[1], "--mcp-stdio");
    let off = Host::new().without_mcp_server().without_project();
    assert!(off.tool().project().is_none() && host::mcp_stdio_command().is_none());
}

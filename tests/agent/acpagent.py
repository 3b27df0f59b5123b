#!/usr/bin/env -S python3 -S
"""An agent that speaks the Agent Client Protocol as MODE has it, for the tests: acpagent.py MODE [ARGUMENT]

Well-behaved modes answer initialize and session/new, and the prompt as the mode says; misbehaving ones do not.
"""
import json
import os
import signal
import sys
import time

MODE, ARGUMENT = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
out = sys.stdout.buffer
asked = {}


def line(data):
    out.write(data)
    out.flush()


def send(message):
    line(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def answer(request, result):
    send({"id": request["id"], "result": result})


def update(**what):
    send({"method": "session/update", "params": {"sessionId": "s1", "update": what}})


def chunk(text, what="agent_message_chunk"):
    update(sessionUpdate=what, content={"type": "text", "text": text})


def leave(name, text):
    with open(os.path.join(os.environ["ASSAY_OUTBOX"], name), "w", encoding="utf-8") as file:
        file.write(text)


def read():
    """The next message; the end of standard input ends the agent, as it should."""
    data = sys.stdin.buffer.readline()
    if not data:
        leave("closed", "standard input ended")
        sys.exit(0)
    return json.loads(data)


OPTIONS = [{"optionId": "yes-always", "name": "Always", "kind": "allow_always"},
           {"optionId": "yes", "name": "Allow", "kind": "allow_once"},
           {"optionId": "no", "name": "Reject", "kind": "reject_once"}]


def ask(number, call, options=None):
    send({"id": number, "method": "session/request_permission",
          "params": {"sessionId": "s1", "toolCall": call, "options": OPTIONS if options is None else options}})


def told(message):
    outcome = message["result"]["outcome"]
    return outcome.get("optionId", outcome["outcome"])


def turn(prompt):
    """What the prompt makes it do; the reason why it stops, None for no answer at all."""
    if MODE == "work":
        update(sessionUpdate="plan", entries=[{"content": "look", "priority": "high", "status": "completed"},
                                              {"content": "mend", "priority": "high", "status": "pending"}])
        for piece in ("I ", "will ", "look."):
            chunk(piece)
        chunk("Hm.", "agent_thought_chunk")
        update(sessionUpdate="tool_call", toolCallId="c1", title="Read a.py", kind="read", status="in_progress",
               locations=[{"path": "a.py", "line": 3}])
        update(sessionUpdate="tool_call_update", toolCallId="c1",
               content=[{"type": "content", "content": {"type": "text", "text": "half"}}])
        update(sessionUpdate="tool_call_update", toolCallId="c1", status="completed",
               content=[{"type": "content", "content": {"type": "text", "text": "whole"}}])
        update(sessionUpdate="usage_update", used=500, size=1000, cost={"amount": 0.25, "currency": "USD"})
        update(sessionUpdate="usage_update", used=600, size=1000, cost={"amount": 0.75, "currency": "USD"})
        update(sessionUpdate="something_new", content="passed over")
        print("beside the protocol", file=sys.stderr, flush=True)
        leave("prompt", prompt)
        return "end_turn"
    if MODE in ("stop-reason", "modes"):
        return ARGUMENT or "end_turn"
    if MODE == "ask":
        # ARGUMENT: how many at once; what each was told goes to the outbox.
        count = int(ARGUMENT)
        for number in range(count):
            update(sessionUpdate="tool_call", toolCallId=f"c{number}", title="Terminal", kind="execute", rawInput={})
            update(sessionUpdate="tool_call_update", toolCallId=f"c{number}", title=f"run {number}",
                   rawInput={"command": f"make {number}"})
            ask(number, {"toolCallId": f"c{number}"})
        answers = {}
        while len(answers) < count:
            message = read()
            if message.get("method") == "session/cancel":
                leave("cancelled", "yes")
            elif "result" in message:
                answers[message["id"]] = told(message)
        leave("answers", " ".join(answers[number] for number in range(count)))
        return "cancelled" if os.path.exists(os.path.join(os.environ["ASSAY_OUTBOX"], "cancelled")) else "end_turn"
    if MODE == "ask-odd":
        ask("always", {"toolCallId": "a", "title": "x", "kind": "execute"}, [OPTIONS[0], OPTIONS[2]])
        ask("none", {"toolCallId": "b", "title": "x", "kind": "execute"}, [])
        answers = [told(read()), told(read())]
        ask("back", {"toolCallId": "d", "title": "x", "kind": "execute"})
        send({"method": "$/cancel_request", "params": {"requestId": "back"}})
        answers.append(told(read()))
        send({"id": "fs", "method": "fs/read_text_file", "params": {"sessionId": "s1", "path": "/etc/passwd"}})
        answers.append(str(read()["error"]["code"]))
        leave("answers", " ".join(answers))
        return "end_turn"
    if MODE == "silent":
        chunk("I begin")
        time.sleep(1000)
    if MODE == "exits":
        chunk("I go")
        sys.exit(int(ARGUMENT))
    if MODE == "never-exits":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return "end_turn"
    if MODE == "flood":
        piece = json.dumps({"jsonrpc": "2.0", "method": "session/update", "params": {
            "sessionId": "s1", "update": {"sessionUpdate": "agent_message_chunk",
                                          "content": {"type": "text", "text": "x" * 900}}}}).encode() + b"\n"
        block = piece * 1000
        for _ in range(int(ARGUMENT) * 1000000 // len(block)):
            line(block)
        return "end_turn"
    if MODE == "malformed":
        line(b"Loading the model...\n")
        line(b"{\"jsonrpc\":\"2.0\",\"id\":3,\"res\n")
        line(b"\xff\xfe\x00\n")
        line(b"[]\n{}\n\n")
        send({"id": 77, "result": {}})
        chunk("still here")
        return "end_turn"
    if MODE == "long-lines":
        chunk("y" * (52 << 20))
        line(b"z" * (70 << 20) + b"\n")
        chunk("still here")
        return "end_turn"
    if MODE == "interleaves":
        # A question in the middle of its own answer's updates, and pieces of two messages at once.
        chunk("one ")
        ask(5, {"toolCallId": "c5", "title": "make", "kind": "execute"})
        chunk("two ")
        chunk("thinking", "agent_thought_chunk")
        message = read()
        chunk(told(message))
        return "end_turn"
    if MODE == "ignores-cancel":
        chunk("I begin")
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1000)
    if MODE == "double-forks":
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.close(0)
                os.execvp("sleep", ["sleep", ARGUMENT])
            os._exit(0)
        os.wait()
        return "end_turn"
    if MODE == "rpc-error":
        return None
    raise SystemExit("no such mode: " + MODE)


if MODE == "mute":
    time.sleep(1000)
if MODE == "no-agent":
    print("usage: a program that speaks something else", flush=True)
    sys.exit(2)
while True:
    request = read()
    method = request.get("method")
    if method == "initialize":
        leave("initialize", json.dumps(request["params"]))
        answer(request, {"protocolVersion": 2 if MODE == "version" else 1,
                         "agentInfo": {"name": "scripted", "title": "Scripted", "version": "0.1"},
                         "agentCapabilities": {"sessionCapabilities": {"additionalDirectories": {}}},
                         "authMethods": [{"id": "key", "name": "API key", "description": "set SCRIPTED_KEY"},
                                         {"id": "tty", "name": "Log in", "type": "terminal", "args": ["login"]}]})
    elif method == "session/new":
        leave("session", json.dumps(request["params"]))
        if MODE == "login":
            send({"id": request["id"], "error": {"code": -32000, "message": "Authentication required"}})
        elif MODE == "new-error":
            send({"id": request["id"], "error": {"code": -32603, "message": "Internal error",
                                                 "data": {"details": "no disk"}}})
        else:
            modes = [{"id": "auto", "name": "Auto"}, {"id": "default", "name": "Asks"}]
            answer(request, {"sessionId": "s1", "modes": {"currentModeId": "auto", "availableModes": modes}}
                   if MODE == "modes" else {"sessionId": "s1"})
    elif method == "session/set_mode":
        leave("mode", request["params"]["modeId"])
        answer(request, {})
    elif method == "session/prompt":
        reason = turn(request["params"]["prompt"][0]["text"])
        if reason is None:
            send({"id": request["id"], "error": {"code": -32603, "message": "the model is gone"}})
        else:
            answer(request, {"stopReason": reason, "usage": {"inputTokens": 10, "outputTokens": 5, "totalTokens": 15}})
        if MODE == "never-exits":
            while True:
                time.sleep(1000)

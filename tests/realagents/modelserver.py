#!/usr/bin/env python3
"""A scripted model on the loopback address: modelserver.py PORT-FILE MODE COMMAND

Speaks the streaming form of the Anthropic Messages API (POST /v1/messages). MODE
  play      answers a conversation with one Bash call of COMMAND, and its result with a last word
  login     refuses the key (401)
  limit     says that the rate limit is reached (429)
  overload  says that it is overloaded (529)
  stall     takes the question and never answers
The port it got is written to PORT-FILE once it listens.
"""
import http.server
import json
import os
import sys
import threading
import time

PORT_FILE, MODE, COMMAND = sys.argv[1:4]
REFUSALS = {"login": (401, "authentication_error"), "limit": (429, "rate_limit_error"),
            "overload": (529, "overloaded_error")}
counter = iter(range(1, 1 << 30))


def block_events(index, block):
    if block["type"] == "text":
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield {"type": "content_block_start", "index": index, "content_block": start}
    yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def message_events(model, blocks, stop_reason):
    yield {"type": "message_start",
           "message": {"id": f"msg_{next(counter)}", "type": "message", "role": "assistant", "model": model,
                       "content": [], "stop_reason": None, "stop_sequence": None,
                       "usage": {"input_tokens": 100, "output_tokens": 1}}}
    for index, block in enumerate(blocks):
        yield from block_events(index, block)
    yield {"type": "message_delta", "delta": {"stop_reason": stop_reason, "stop_sequence": None},
           "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}


def answer(request):
    """The next message of the conversation: blocks and why it stops."""
    content = request["messages"][-1]["content"]
    has_result = isinstance(content, list) and any(block.get("type") == "tool_result" for block in content)
    # Questions beside the conversation, such as one for a title, come without tools.
    if has_result or not request.get("tools"):
        return [{"type": "text", "text": "It is done."}], "end_turn"
    return [{"type": "text", "text": "I will look and do it."},
            {"type": "tool_use", "id": f"toolu_{next(counter)}", "name": "Bash",
             "input": {"command": COMMAND, "description": "do the task"}}], "tool_use"


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send_json(self, status, body):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("x-should-retry", "false")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def do_HEAD(self):
        self.send_json(200, {})

    def do_GET(self):
        self.send_json(404, {"type": "error", "error": {"type": "not_found_error", "message": "no such page"}})

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        if MODE in REFUSALS:
            status, kind = REFUSALS[MODE]
            self.send_json(status, {"type": "error", "error": {"type": kind, "message": "scripted"}})
        elif MODE == "stall":
            time.sleep(3600)
        elif "count_tokens" in self.path:
            self.send_json(200, {"input_tokens": 100})
        else:
            blocks, stop_reason = answer(request)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for event in message_events(request.get("model", "scripted"), blocks, stop_reason):
                self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(PORT_FILE + ".new", "w", encoding="ascii") as file:
    file.write(str(server.server_address[1]))
os.rename(PORT_FILE + ".new", PORT_FILE)
# Gone with the test that started it.
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()

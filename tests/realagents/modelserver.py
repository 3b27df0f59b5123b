#!/usr/bin/env python3
"""A scripted model on the loopback address: modelserver.py PORT-FILE MODE COMMAND

Speaks, streaming, the Anthropic Messages API (POST …/v1/messages), OpenAI's chat completions (…/chat/completions) and
responses (…/responses), and Gemini's streamGenerateContent. MODE
  play      answers a conversation with one call of the agent's command tool with COMMAND, and its result with a last word
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
LAST_WORD = "It is done."
FIRST_WORD = "I will look and do it."
counter = iter(range(1, 1 << 30))


def call(tools):
    """The agent's command tool among the names of its tools, with its arguments; None where it has none."""
    described = {"command": COMMAND, "description": "do the task"}
    known = {"Bash": described, "bash": described, "run_shell_command": described, "shell_command": {"command": COMMAND},
             "exec_command": {"cmd": COMMAND}, "shell": {"command": ["bash", "-lc", COMMAND]}}
    return next(((name, known[name]) for name in tools if name in known), None)


# ── Anthropic Messages ──

def block_events(index, block):
    if block["type"] == "text":
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    yield {"type": "content_block_start", "index": index, "content_block": start}
    yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def messages(request):
    content = request["messages"][-1]["content"]
    has_result = isinstance(content, list) and any(block.get("type") == "tool_result" for block in content)
    # Questions beside the conversation, such as one for a title, come without tools.
    wanted = None if has_result else call([tool.get("name") for tool in request.get("tools") or []])
    blocks = [{"type": "text", "text": FIRST_WORD if wanted else LAST_WORD}]
    if wanted:
        blocks.append({"type": "tool_use", "id": f"toolu_{next(counter)}", "name": wanted[0], "input": wanted[1]})
    yield {"type": "message_start",
           "message": {"id": f"msg_{next(counter)}", "type": "message", "role": "assistant", "model": request["model"],
                       "content": [], "stop_reason": None, "stop_sequence": None,
                       "usage": {"input_tokens": 100, "output_tokens": 1}}}
    for index, block in enumerate(blocks):
        yield from block_events(index, block)
    yield {"type": "message_delta",
           "delta": {"stop_reason": "tool_use" if wanted else "end_turn", "stop_sequence": None},
           "usage": {"output_tokens": 20}}
    yield {"type": "message_stop"}


# ── OpenAI chat completions ──

def chat(request):
    tools = [tool.get("function", {}).get("name") for tool in request.get("tools") or []]
    wanted = None if request["messages"][-1]["role"] == "tool" else call(tools)

    def chunk(delta, reason=None, usage=None):
        return {"id": "chat-1", "object": "chat.completion.chunk", "created": 1, "model": request["model"],
                "choices": [{"index": 0, "delta": delta, "finish_reason": reason}], "usage": usage}
    yield chunk({"role": "assistant", "content": FIRST_WORD if wanted else LAST_WORD})
    if wanted:
        yield chunk({"tool_calls": [{"index": 0, "id": f"call_{next(counter)}", "type": "function",
                                     "function": {"name": wanted[0], "arguments": json.dumps(wanted[1])}}]})
    yield chunk({}, "tool_calls" if wanted else "stop",
                {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
    yield "[DONE]"


# ── OpenAI responses ──

def responses(request):
    last = request["input"][-1] if isinstance(request["input"], list) else {}
    has_result = str(last.get("type", "")).endswith("call_output")
    wanted = None if has_result else call([tool.get("name") for tool in request.get("tools") or []])
    number = next(counter)
    response = {"id": f"resp_{number}", "object": "response", "status": "in_progress", "model": request["model"],
                "output": []}
    yield {"type": "response.created", "response": response}
    items = [{"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed",
              "content": [{"type": "output_text", "text": FIRST_WORD if wanted else LAST_WORD, "annotations": []}]}]
    if wanted:
        items.append({"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": wanted[0],
                      "arguments": json.dumps(wanted[1]), "status": "completed"})
    for index, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed",
           "response": {**response, "status": "completed", "output": items,
                        "usage": {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 0},
                                  "output_tokens": 20, "output_tokens_details": {"reasoning_tokens": 0},
                                  "total_tokens": 120}}}


# ── Gemini ──

def gemini(request):
    tools = [function.get("name") for tool in request.get("tools") or []
             for function in tool.get("functionDeclarations") or []]
    last = request["contents"][-1].get("parts") or []
    has_result = any("functionResponse" in part for part in last)
    wanted = None if has_result else call(tools)
    parts = [{"text": FIRST_WORD if wanted else LAST_WORD}]
    if wanted:
        parts.append({"functionCall": {"name": wanted[0], "args": wanted[1]}})
    yield {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
           "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
           "modelVersion": "scripted"}


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
        if self.path.rstrip("/").endswith("/models"):
            self.send_json(200, {"object": "list", "data": [], "models": []})
        else:
            self.send_json(404, {"type": "error", "error": {"type": "not_found_error", "message": "no such page"}})

    def stream(self, events, named):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for event in events:
            data = event if isinstance(event, str) else json.dumps(event)
            head = f"event: {event['type']}\n" if named else ""
            self.wfile.write(f"{head}data: {data}\n\n".encode())

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.split("?")[0]
        if MODE in REFUSALS:
            status, kind = REFUSALS[MODE]
            self.send_json(status, {"type": "error", "error": {"type": kind, "message": "scripted", "code": status}})
        elif MODE == "stall":
            time.sleep(3600)
        elif path.endswith("count_tokens"):
            self.send_json(200, {"input_tokens": 100})
        elif path.endswith(":countTokens"):
            self.send_json(200, {"totalTokens": 100})
        elif path.endswith("/messages"):
            self.stream(messages(request), True)
        elif path.endswith("/chat/completions"):
            self.stream(chat(request), False)
        elif path.endswith("/responses"):
            self.stream(responses(request), True)
        elif path.endswith(":streamGenerateContent"):
            self.stream(gemini(request), False)
        elif path.endswith(":generateContent"):
            self.send_json(200, next(gemini(request)))
        else:
            self.send_json(404, {"error": {"message": "no such page", "code": 404}})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(PORT_FILE + ".new", "w", encoding="ascii") as file:
    file.write(str(server.server_address[1]))
os.rename(PORT_FILE + ".new", PORT_FILE)
# Gone with the test that started it.
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()

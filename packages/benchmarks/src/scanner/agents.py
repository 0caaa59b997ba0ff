from agents import Agent, function_tool

MODEL = "gpt-4.1"


@function_tool
def look_up(order: str) -> str:
    """Looks up an order."""
    return order


orders = Agent(name="Orders", model=MODEL, tools=[look_up])
triage = Agent(name="Triage", model=MODEL, handoffs=[orders])

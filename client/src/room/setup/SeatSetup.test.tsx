import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { setLanguage } from "@/text";
import type { Place } from "./openRoom";
import { SeatSetup } from "./SeatSetup";

let places: readonly Place[] = [];

function Page({ start, min = 2 }: { start: Place[]; min?: number }) {
  const [value, setValue] = useState(start);
  places = value;
  const bots = { levels: ["weak", "fair", "strong"], middleBot: "fair" };
  return <SeatSetup min={min} max={4} {...bots} value={value} onChange={setValue} />;
}

const choice = (letter: string, name: string) =>
  within(screen.getByRole("group", { name: `Seat ${letter}` })).getByRole("radio", {
    name,
  }) as HTMLInputElement;

beforeAll(() => setLanguage("en"));
afterEach(cleanup);

describe("who sits where", () => {
  test("a seat can go to a friend on this device, to whoever has the link, or to a bot of a level", () => {
    render(<Page start={[{ for: "me" }, { for: "anybody" }]} />);
    fireEvent.click(choice("B", "Friend here"));
    expect(places).toEqual([{ for: "me" }, { for: "me" }]);
    fireEvent.click(choice("B", "Bot"));
    expect(places[1]).toEqual({ for: "bot", level: "fair" });
    fireEvent.change(screen.getByLabelText("Strength of the bot on seat B"), { target: { value: "strong" } });
    expect(places[1]).toEqual({ for: "bot", level: "strong" });
    fireEvent.click(choice("B", "Invite"));
    expect(places[1]).toEqual({ for: "anybody" });
  });

  test("alone there is no seat to give away, and nothing to be rated for", () => {
    render(<Page start={[{ for: "me" }]} min={1} />);
    expect(screen.queryByRole("group", { name: "Seat A" })).toBeNull();
    expect(screen.queryByText(/rated/i)).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "2" }));
    expect(places).toEqual([{ for: "me" }, { for: "anybody" }]);
    expect(screen.getByRole("group", { name: "Seat B" })).toBeTruthy();
  });

  test("two to four seats; a new one is like the last bot", () => {
    render(<Page start={[{ for: "me" }, { for: "bot", level: "weak" }]} />);
    fireEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(places).toEqual([{ for: "me" }, ...Array(3).fill({ for: "bot", level: "weak" })]);
    fireEvent.click(screen.getByRole("radio", { name: "2" }));
    expect(places).toHaveLength(2);
  });

  test("the first seat can be a bot's or a guest's: I move to the next one", () => {
    render(<Page start={[{ for: "me" }, { for: "bot", level: "weak" }]} />);
    expect(choice("A", "Bot").disabled).toBe(false);
    fireEvent.click(choice("A", "Bot"));
    expect(places).toEqual([{ for: "bot", level: "fair" }, { for: "me" }]);
    fireEvent.click(choice("B", "Invite"));
    expect(places).toEqual([{ for: "me" }, { for: "anybody" }]);
  });

  test("a line says whether the game will be rated, and why not", () => {
    render(<Page start={[{ for: "me" }, { for: "anybody" }]} />);
    const line = () => [...document.querySelectorAll(".setup-note")].at(-1)?.textContent;
    expect(line()).toBe("Rated: a game between people. Leaving counts as a loss.");
    fireEvent.click(choice("B", "Bot"));
    expect(line()).toBe("Not rated: a bot plays along.");
    fireEvent.click(choice("B", "Friend here"));
    expect(line()).toBe("Not rated: one person holds several seats.");
  });

  test("I keep a seat when seats go", () => {
    render(<Page start={[{ for: "anybody" }, { for: "anybody" }, { for: "me" }]} />);
    fireEvent.click(screen.getByRole("radio", { name: "2" }));
    expect(places).toEqual([{ for: "me" }, { for: "anybody" }]);
  });
});

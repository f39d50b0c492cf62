import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { recordingHost, renderWith, wordsOf } from "@/game-kit/testing";
import { lessons } from ".";

beforeAll(() => wordsOf("stackdoku"));
afterEach(cleanup);

test("the 4 that is to be refused lies in the tray, and what refuses it is pointed at", () => {
  const Scene = lessons.find((lesson) => lesson.key === "refuse")?.Scene;
  if (!Scene) throw new Error("no such lesson");
  let finished = false;
  const done = () => {
    finished = true;
  };
  renderWith(recordingHost("stackdoku"), <Scene done={done} />);
  expect(screen.getByRole("button", { name: "Token 4" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: /row 5, column 5/i }));
  expect(finished).toBe(true);
  expect(document.querySelector('[data-blamed="true"]')?.textContent).toBe("4");
});

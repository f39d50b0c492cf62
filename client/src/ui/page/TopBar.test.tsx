import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import html from "../../../index.html?raw";
import { Bar } from "./TopBar";

/** What is drawn, whoever wrote it down. */
function drawn(of: ParentNode): string {
  const home = of.querySelector(".top-bar > .top-home");
  if (!home) throw new Error("there is no bar");
  return home.innerHTML.replace(/\s*\n\s*/g, "");
}

test("what is seen before the script has come is what the bar begins with", () => {
  const before = new DOMParser().parseFromString(html, "text/html");
  expect(drawn(before)).toBe(drawn(render(<Bar />).container));
});

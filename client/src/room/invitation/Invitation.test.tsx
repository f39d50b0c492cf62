import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { QRCodeSVG } from "qrcode.react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { queryClient } from "@/api/client";
import * as base from "@/base";
import { setLanguage } from "@/text";
import { Invitation } from "./Invitation";

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The points of a picture. */
const drawn = (picture: Element | null) =>
  [...(picture?.querySelectorAll("path") ?? [])].map((path) => path.getAttribute("d"));

test("the picture leads where the link does, below a base too", () => {
  vi.spyOn(base, "linkTo").mockImplementation((path) => `${location.origin}/games${path}`);
  const link = `${location.origin}/games/room/ABCDEF`;
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Invitation code="ABCDEF" />
    </QueryClientProvider>,
  );
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(link);
  const expected = render(<QRCodeSVG value={link} size={148} marginSize={2} />).container;
  expect(drawn(container.querySelector(".invitation > svg"))).toEqual(drawn(expected));
});

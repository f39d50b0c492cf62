import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Invitation } from "./Invitation";

vi.mock("@/base", async (original) => ({
  ...(await original<typeof import("@/base")>()),
  linkTo: (path: string) => `${location.origin}/games${path}`,
}));
vi.mock("qrcode.react", () => ({
  QRCodeSVG: ({ value }: { value: string }) => <p data-testid="picture">{value}</p>,
}));

test("the picture leads where the link does, below a base too", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Invitation code="ABCDEF" />
    </QueryClientProvider>,
  );
  const link = `${location.origin}/games/room/ABCDEF`;
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(link);
  expect(screen.getByTestId("picture").textContent).toBe(link);
});

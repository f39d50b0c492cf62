/** One small set of line drawings, 24 × 24, 1.75 px strokes. */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.2M12 17.6v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",
  settings:
    "M5 7h8M17 7h2M5 17h2M11 17h8M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 11.5v8h12v-8",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  again: "M5 12a7 7 0 1 0 2.2-5.1M5 4.5V9h4.5",
  undo: "M8.5 6L4.5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3",
  hint: "M9.5 17.5h5M10.5 20.5h3M12 3.5a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2h5c0-.8.4-1.5 1-2A6 6 0 0 0 12 3.5z",
  eye: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  "eye-off":
    "M4 4l16 16M9.9 6.3A9 9 0 0 1 12 6c5.7 0 9 6 9 6a15 15 0 0 1-2.6 3.2M6.3 8A14.6 14.6 0 0 0 3 12s3.3 6 9 6c1.4 0 2.7-.4 3.8-.9M10.2 10.3a2.5 2.5 0 0 0 3.5 3.5",
  pencil: "M5 19l1-4L16.5 4.5l3 3L9 18z M14.5 6.5l3 3",
  clock: "M12 7.5V12l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z",
  trophy:
    "M8 4.5h8v5a4 4 0 0 1-8 0zM8 6H4.5v1.5A3.5 3.5 0 0 0 8 11M16 6h3.5v1.5A3.5 3.5 0 0 1 16 11M12 13.5V17M8.5 19.5h7M10 17h4",
  calendar: "M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4",
  person: "M12 12a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
  people:
    "M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.6-3.2 3-4.8 6-4.8s5.4 1.6 6 4.8M15.5 5.3a3.2 3.2 0 0 1 0 6M17 14.5c2.1.5 3.5 2 4 4.5",
  robot:
    "M6 9.5h12v9H6zM12 9.5v-4M12 5.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM9.5 13v1.5M14.5 13v1.5M3.5 12.5v3M20.5 12.5v3",
  chat: "M4.5 5.5h15v10.5h-8l-4 3.5V16h-3z",
  boardAndList: "M5 4.500h8v8H5zM5 16h14M5 19.500h14M16 7h3M16 10.500h3",
  first: "M17 5l-7 7 7 7M7 5v14",
  last: "M7 5l7 7-7 7M17 5v14",
  mistakeBefore: "M10 6l-6 6 6 6M17 5v8.500M17 18v.1",
  mistakeAfter: "M14 6l6 6-6 6M7 5v8.500M7 18v.1",
  download: "M12 4v11M8 11.5l4 4 4-4M6 19.5h12",
  check: "M5 12.5l4.5 4.5L19 7",
  sound: "M5 9.5v5h3.5L13 18.5v-13L8.5 9.5zM16.5 9a4 4 0 0 1 0 6M18.8 6.5a7.5 7.5 0 0 1 0 11",
  "sound-off": "M5 9.5v5h3.5L13 18.5v-13L8.5 9.5zM16.5 10l4 4M20.5 10l-4 4",
  plus: "M12 5v14M5 12h14",
  leave: "M13.5 4.5h-8v15h8M10 12h10M16.5 8.5L20 12l-3.5 3.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2",
  more: "M4.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM17.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z",
  learn: "M3 9.5 12 5l9 4.5-9 4.5zM7 11.8v4.5c2.8 2.3 7.2 2.3 10 0v-4.5M21 9.5v5",
  chart: "M4.5 19.5h15M7 16l3.5-5 3 2.5L18 7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

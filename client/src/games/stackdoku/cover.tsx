import { TilesOnPaper } from "./pictures";

/** On the cover of a match that waits: nothing lies between it and the cloth. */
export default function Cover() {
  return (
    <svg viewBox="6 -4 118 100" aria-hidden="true">
      <TilesOnPaper />
    </svg>
  );
}

/** A question before going on, mostly to what cannot be undone: go on, or stay as it is. */
import { Button } from "../controls/Button";
import type { IconName } from "../controls/Icon";
import Sheet from "./Sheet";

interface ConfirmSheetProps {
  title: string;
  text: string;
  /** What the two buttons say. */
  yes: string;
  no: string;
  /** Something else that can be done, between the two. */
  other?: { text: string; onClick: () => void };
  icon?: IconName;
  /** How the first of them looks; `main` for what can be undone. */
  kind?: "danger" | "main";
  disabled?: boolean;
  /** Whether it is being done. */
  busy?: boolean;
  open: boolean;
  onYes: () => void;
  onClose: () => void;
}

export default function ConfirmSheet(props: ConfirmSheetProps) {
  return (
    <Sheet title={props.title} open={props.open} onClose={props.onClose}>
      <p>{props.text}</p>
      <div className="row">
        <Button
          kind={props.kind ?? "danger"}
          icon={props.icon}
          onClick={props.onYes}
          disabled={props.disabled}
          busy={props.busy}
        >
          {props.yes}
        </Button>
        {props.other && (
          <Button onClick={props.other.onClick} disabled={props.disabled} busy={props.busy}>
            {props.other.text}
          </Button>
        )}
        <Button kind={props.kind === "main" ? "plain" : "main"} onClick={props.onClose}>
          {props.no}
        </Button>
      </div>
    </Sheet>
  );
}

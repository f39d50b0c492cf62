/** A question before something that cannot be undone: go on, or stay as it is. */
import { Button } from "./Button";
import type { IconName } from "./Icon";
import Sheet from "./Sheet";

interface ConfirmSheetProps {
  title: string;
  text: string;
  /** What the two buttons say. */
  yes: string;
  no: string;
  icon?: IconName;
  disabled?: boolean;
  open: boolean;
  onYes: () => void;
  onClose: () => void;
}

export default function ConfirmSheet(props: ConfirmSheetProps) {
  return (
    <Sheet title={props.title} open={props.open} onClose={props.onClose}>
      <p>{props.text}</p>
      <div className="row">
        <Button kind="main" icon={props.icon} onClick={props.onYes} disabled={props.disabled}>
          {props.yes}
        </Button>
        <Button onClick={props.onClose}>{props.no}</Button>
      </div>
    </Sheet>
  );
}

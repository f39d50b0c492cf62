/** A row of controls under the thumb, each an icon over its word; a column on a phone on its side. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/ui/controls/Button";
import Sheet from "@/ui/sheets/Sheet";
import { useHost } from "../contract/host";
import "./SoloControls.css";

export function SoloControls({ children }: { children: ReactNode }) {
  return <div className="solo-controls">{children}</div>;
}

/** Its word is `control.<name>`. `dim`: it would do nothing now, but says why. */
export function SoloControl({
  name,
  dim,
  ...button
}: ComponentProps<typeof Button> & { name: string; dim?: boolean }) {
  const { t } = useHost();
  return (
    <Button kind="quiet" className="solo-control" data-dim={dim} {...button}>
      {t(`control.${name}`)}
    </Button>
  );
}

const MORE = "more";

/** Wraps what a button of the sheet does, so that it closes the sheet first. */
export type Closing = (act: () => void) => () => void;

/** The last of the row: a sheet with what is wanted seldom. */
export function MoreControl({ children }: { children: (closing: Closing) => ReactNode }) {
  const { t } = useHost();
  const [open, setOpen] = useState(false);
  const closing: Closing = (act) => () => {
    setOpen(false);
    act();
  };
  return (
    <>
      <SoloControl name={MORE} icon="more" onClick={() => setOpen(true)} />
      <Sheet title={t(`control.${MORE}`)} open={open} onClose={() => setOpen(false)}>
        {children(closing)}
      </Sheet>
    </>
  );
}

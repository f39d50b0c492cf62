/** A row of controls under the thumb, each an icon over its word; a column on a phone on its side. */
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/ui/controls/Button";
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

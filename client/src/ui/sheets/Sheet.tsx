/** A dialog: a sheet of paper over the table, from below on a phone. Escape, Back and its cross close it. */
import { Dialog } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../controls/Button";
import { openedFrom, returnFocus } from "../focus/returnFocus";
import { sheetOpened } from "./sheetHistory";
import "./Sheet.css";

interface SheetProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for two columns: on a desktop, or on a phone on its side. */
  wide?: "desktop" | "low";
  /** What it shows may become more: it grows upwards, and its lower edge stays. */
  grows?: boolean;
}

export default function Sheet({ title, open, onClose, children, wide, grows }: SheetProps) {
  const { t } = useTranslation("hub");
  const [opener] = useState(openedFrom);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (open ? sheetOpened(() => close.current()) : undefined), [open]);
  return (
    <Dialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil" />
        <Dialog.Content
          className={`sheet ${wide ? `sheet-wide-${wide}` : ""} ${grows ? "sheet-grows" : ""}`}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener);
          }}
        >
          <div className="sheet-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon="close" label={t("close")} />
            </Dialog.Close>
          </div>
          <div className="sheet-body">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

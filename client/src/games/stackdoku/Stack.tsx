/** The stack seen from above: every layer lies a little higher and further back, free tiles in the light. */

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Translate, useHost } from "@/game-kit";
import { ARROWS, towards } from "./arrows";
import type { Tile } from "./preview";
import type { Extent } from "./types";

const LEAVING_MS = 260;

interface StackProps {
  tiles: readonly Tile[];
  extent: Extent;
  /** Ids by what is to be seen of them. */
  selected: number | null;
  matching: readonly number[];
  pending: readonly number[];
  blamed: readonly number[];
  hinted: readonly number[];
  /** The tile that refused last, and a number that grows with each refusal. */
  shaken: { id: number; count: number } | null;
  hidden: boolean;
  onTap: ((tile: Tile) => void) | null;
}

export function Stack(props: StackProps) {
  const { tiles, extent, onTap } = props;
  const { t } = useHost();
  const leaving = useLeaving(tiles);
  const [focused, setFocused] = useState<number | null>(null);
  const here = useRef<HTMLDivElement>(null);
  const reachable = tiles.filter((tile) => tile.heldBy.length !== 1);
  const stop = reachable.find((tile) => tile.id === focused) ?? reachable.find((tile) => !tile.heldBy.length);

  const onKeyDown = (event: KeyboardEvent, from: Tile) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const next = towards(reachable, from, arrow);
    if (!next) return;
    setFocused(next.id);
    here.current?.querySelector<HTMLElement>(`[data-tile="${next.id}"]`)?.focus();
  };
  const size = {
    "--wide": extent.right - extent.left,
    "--high": extent.bottom - extent.top,
    "--layers": extent.layers,
  } as CSSProperties;
  return (
    <section className="sd-stack" aria-label={t("stack.label", { count: tiles.length })} style={size}>
      <div className="sd-pile" ref={here}>
        {[...tiles].sort(byPlace).map((tile) => (
          <button
            key={tile.id}
            type="button"
            className="sd-tile"
            data-tile={tile.id}
            data-digit={tile.digit}
            data-free={tile.heldBy.length === 0}
            data-selected={tile.id === props.selected}
            data-matching={props.matching.includes(tile.id)}
            data-pending={props.pending.includes(tile.id)}
            data-blamed={props.blamed.includes(tile.id)}
            data-hinted={props.hinted.includes(tile.id)}
            data-shaken={props.shaken?.id === tile.id ? props.shaken.count % 2 : undefined}
            data-hidden={isHidden(props, tile)}
            style={placeOf(tile, extent)}
            tabIndex={tile.id === stop?.id ? 0 : -1}
            aria-label={nameOf(t, tile, isHidden(props, tile))}
            aria-pressed={tile.id === props.selected}
            aria-disabled={!onTap || tile.heldBy.length > 0}
            onClick={() => onTap?.(tile)}
            onFocus={() => setFocused(tile.id)}
            onKeyDown={(event) => onKeyDown(event, tile)}
          >
            <span className="sd-face" aria-hidden="true">
              {isHidden(props, tile) ? "" : tile.digit}
            </span>
          </button>
        ))}
        {leaving.map((tile) => (
          <span
            key={`gone-${tile.id}`}
            className="sd-tile sd-leaving"
            data-digit={tile.digit}
            data-free="true"
            style={placeOf(tile, extent)}
            aria-hidden="true"
          >
            <span className="sd-face">{tile.digit}</span>
          </span>
        ))}
        {tiles.length === 0 && leaving.length === 0 && <p className="sd-cleared">{t("stack.cleared")}</p>}
      </div>
    </section>
  );
}

/** A concealed number shows while its tile is in the hand. */
function isHidden(props: StackProps, tile: Tile): boolean {
  return props.hidden && tile.id !== props.selected && !props.hinted.includes(tile.id);
}

function nameOf(t: Translate, tile: Tile, hidden: boolean): string {
  const state = tile.heldBy.length === 0 ? "free" : tile.heldBy.length === 1 ? "covered" : "hemmedIn";
  const name = hidden ? t("stack.hiddenTile") : t("stack.tile", { digit: tile.digit });
  return t("stack.name", { name, state: t(`stack.${state}`), layer: tile.z + 1 });
}

const byPlace = (a: Tile, b: Tile) => a.y - b.y || a.x - b.x || a.z - b.z;

function placeOf(tile: Tile, extent: Extent): CSSProperties {
  return {
    "--x": tile.x - extent.left,
    "--y": tile.y - extent.top,
    "--up": extent.layers - 1 - tile.z,
    zIndex: 100 * tile.z + tile.x + tile.y,
  } as CSSProperties;
}

/** Tiles that were there a moment ago, so that they can be seen going. */
function useLeaving(tiles: readonly Tile[]): readonly Tile[] {
  const before = useRef(tiles);
  const [leaving, setLeaving] = useState<readonly Tile[]>([]);
  useEffect(() => {
    const gone = before.current.filter((tile) => !tiles.some((other) => other.id === tile.id));
    before.current = tiles;
    if (gone.length > 0) setLeaving(gone);
  }, [tiles]);
  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return leaving;
}

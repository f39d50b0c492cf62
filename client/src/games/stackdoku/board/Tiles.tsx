/** Tiles: the stack seen from above, free ones in the light, and the tray in which those taken wait as tokens. */
import type { CSSProperties } from "react";
import { type Flash, nearestAhead, numbersTo, useHost, useRovingFocus } from "@/game-kit";
import type { Extent, Tile as LevelTile, TileView } from "../types";
import type { Notice, Pointing } from "./Notes";
import { DIGITS } from "./Sudoku";

export interface Tile extends LevelTile {
  /** Empty for a free tile, one that lies on top, or two at its sides. */
  heldBy: readonly number[];
}

export function tileOf([id, x, y, z, digit, heldBy]: TileView): Tile {
  return { id, x, y, z, digit, heldBy };
}

const isFree = (tile: Tile) => tile.heldBy.length === 0;

/** What refuses a tile that is held. */
export const heldCode = ({ heldBy }: Tile) => (heldBy.length === 1 ? "tile-covered" : "tile-hemmed-in");

/** The free tiles that would make a pair with this one. */
export function partners(tiles: readonly Tile[], one: Tile): Tile[] {
  return tiles.filter((tile) => tile.id !== one.id && tile.digit === one.digit && isFree(tile));
}

interface StackProps {
  tiles: readonly Tile[];
  /** Those that were taken just now, to be seen going. */
  leaving?: readonly Tile[];
  extent: Extent;
  selected: Tile | null;
  pending?: readonly number[];
  hint?: Pointing | null;
  notice?: Flash<Notice> | null;
  hidden?: boolean;
  onTap: ((tile: Tile) => void) | null;
}

export function Stack({ tiles, leaving = [], extent, selected, notice, onTap, ...props }: StackProps) {
  const { t } = useHost();
  const reachable = tiles.filter((tile) => tile.heldBy.length !== 1);
  const { current, around, place } = useRovingFocus("", (key, step) => {
    const from = tiles.find((tile) => String(tile.id) === key);
    return String((from && nearestAhead(reachable, from, step)?.id) ?? key);
  });
  const stop = reachable.find((tile) => String(tile.id) === current) ?? reachable.find(isFree);
  const matching = selected && !props.hidden ? partners(tiles, selected) : [];
  const hinted = props.hint?.remove ? [props.hint.remove.a, props.hint.remove.b] : [];
  // The layer is shown until the pair itself is.
  const layers = hinted.length > 0 ? [] : (props.hint?.where?.layers ?? []);
  // A hidden number shows while its tile is in the hand.
  const isHidden = ({ id }: Tile) => props.hidden === true && id !== selected?.id && !hinted.includes(id);
  const nameOf = (tile: Tile) => {
    const name = isHidden(tile) ? t("stack.hiddenTile") : t("stack.tile", { digit: tile.digit });
    return t(`stack.${["free", "covered", "hemmedIn"][tile.heldBy.length]}`, { name, layer: tile.z + 1 });
  };
  return (
    <section
      className="sd-stack"
      aria-label={t("stack.label", { count: tiles.length })}
      style={sizeOf(extent)}
    >
      <div className="sd-pile" {...around}>
        {[...tiles].sort(byPlace).map((tile) => (
          <button
            key={tile.id}
            type="button"
            className="game-piece sd-tile"
            {...place(String(tile.id))}
            tabIndex={tile === stop ? 0 : -1}
            data-tile={tile.id}
            data-free={isFree(tile)}
            data-matching={matching.includes(tile)}
            data-pending={props.pending?.includes(tile.id)}
            data-area={isFree(tile) && layers.includes(tile.z + 1)}
            data-hinted={hinted.includes(tile.id)}
            data-blamed={notice?.tiles?.includes(tile.id)}
            data-shaken={notice?.tile === tile.id ? notice.count % 2 : undefined}
            data-hidden={isHidden(tile)}
            style={positionOf(tile, extent)}
            aria-label={nameOf(tile)}
            aria-pressed={tile === selected}
            aria-disabled={!onTap || !isFree(tile)}
            onClick={() => onTap?.(tile)}
          >
            <span className="sd-face" aria-hidden="true">
              {isHidden(tile) ? "" : tile.digit}
            </span>
          </button>
        ))}
        {leaving.map((tile) => (
          <span
            key={tile.id}
            className="game-piece sd-tile sd-leaving"
            data-free="true"
            style={positionOf(tile, extent)}
            aria-hidden="true"
          >
            <span className="sd-face">{tile.digit}</span>
          </span>
        ))}
      </div>
      {tiles.length === 0 && <p className="sd-cleared soft">{t("stack.cleared")}</p>}
    </section>
  );
}

/** Width and height of a stack in half tiles, and its layers, for the style sheet. */
export function sizeOf({ left, top, right, bottom, layers }: Extent): CSSProperties {
  return { "--wide": right - left, "--high": bottom - top, "--layers": layers } as CSSProperties;
}

const byPlace = (a: Tile, b: Tile) => a.y - b.y || a.x - b.x || a.z - b.z;

function positionOf(tile: Tile, extent: Extent): CSSProperties {
  return {
    "--x": tile.x - extent.left,
    "--y": tile.y - extent.top,
    "--up": extent.layers - 1 - tile.z,
    zIndex: 100 * tile.z + tile.x + tile.y,
    ...inkOf(tile.digit),
  } as CSSProperties;
}

const inkOf = (digit: number) =>
  ({ "--ink-of-digit": ["#1a5a3e", "#233a7c", "#92281b"][digit % 3] }) as CSSProperties;

interface TrayProps {
  slots: number;
  tray: readonly number[];
  /** Tokens that are on their way to the Sudoku. */
  placing?: readonly { digit: number }[];
  chosen?: number | null;
  /** With the pencil in hand there are nine figures to write instead of tokens. */
  pencil?: boolean;
  onChoose: ((digit: number) => void) | null;
}

export function Tray({ slots, tray, placing = [], chosen = null, pencil = false, onChoose }: TrayProps) {
  const { t } = useHost();
  const choice = (digit: number) => ({
    type: "button" as const,
    "aria-pressed": digit === chosen,
    "aria-disabled": !onChoose,
    onClick: () => onChoose?.(digit),
  });
  const figures = pencil ? DIGITS : [];
  const going = placing.map((one) => one.digit);
  const count = (digits: readonly number[], digit: number) => digits.filter((one) => one === digit).length;
  return (
    <fieldset className={pencil ? "sd-tray sd-figures" : "sd-tray"}>
      <legend className="unseen">
        {t(pencil ? "tray.pencil" : "tray.label", { held: tray.length, slots })}
      </legend>
      {figures.map((digit) => (
        <button key={digit} className="game-piece sd-figure" {...choice(digit)}>
          {digit}
        </button>
      ))}
      {numbersTo(pencil ? 0 : slots).map((slot) => {
        const digit = tray[slot];
        return (
          <span className="sd-slot" key={slot}>
            {digit !== undefined && (
              <button
                key={digit}
                {...choice(digit)}
                className="game-piece sd-tile sd-token"
                style={inkOf(digit)}
                data-free="true"
                data-pending={count(tray.slice(0, slot), digit) < count(going, digit)}
                aria-label={t("tray.token", { digit })}
              >
                <span className="sd-face" aria-hidden="true">
                  {digit}
                </span>
              </button>
            )}
          </span>
        );
      })}
    </fieldset>
  );
}

/** Where a room is: at home, or at the server that served this page, whose match may go home. */
import { isAtHome } from "@/api/ids";
import { socketTo } from "@/connection/transport";
import { connect, type RoomConnection } from "@/connection/useMatch";
import { socketOrHome } from "@/home/going/goingHome";
import { tableAt } from "@/home/table/tableAt";

export function connectionTo(code: string): RoomConnection {
  if (isAtHome(code)) return connect(tableAt(code));
  return connect(socketOrHome(code, socketTo(`/api/rooms/${code}/socket`, { least: 300, most: 8000 })));
}

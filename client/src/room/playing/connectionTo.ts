/** Where a room is: at home, or at the server that served this page, whose match may go home. */
import { isAtHome } from "@/api/ids";
import { connect, type RoomConnection } from "@/connection/connect";
import { socketTo } from "@/connection/transport";
import { unansweredIn } from "@/connection/unanswered";
import { tableAt } from "@/home/table/tableAt";
import { socketOrHome } from "@/home/transfer/socketOrHome";

export function connectionTo(code: string): RoomConnection {
  const unanswered = unansweredIn(code);
  if (isAtHome(code)) return connect(tableAt(code), unanswered);
  const socket = socketTo(`/api/rooms/${code}/socket`, { least: 300, most: 8000 });
  return connect(socketOrHome(code, socket), unanswered);
}

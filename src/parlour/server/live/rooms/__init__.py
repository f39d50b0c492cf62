"""Rooms: who may do what in one, each change as one commit, what mends one. Imports matches, broadcast, people.

A room has many names, each for what is known of it there:

    StoredRoom   its row in the store, the state still JSON (store/rooms)
    FoundRoom    the row read, with its match and names, before it is mended to a MendedRoom (mending)
    RoomFacts    what a server writes into the row: code, owner, state, version (people/seating)
    LiveRoom     the facts with the match, the sockets and the stand-ins of this moment (live_room)
    Room         who may do what with it; what the hub and sockets ask (room)
    RoomNow      what is sent of it to everybody there (protocol/messages)
    HeldRoom     and ShownRoom, OpenedRoom, ListableRoom: what presence, the feed and the list ask of a room
"""

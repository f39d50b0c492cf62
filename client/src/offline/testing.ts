/** What a browser keeps of answers, kept in memory. */
export class FakeCache {
  readonly answers = new Map<string, Response>();
  constructor(private readonly device: FakeCaches) {}
  private readonly url = (asked: Request | string) =>
    new URL(typeof asked === "string" ? asked : asked.url, this.device.hub).href;
  async match(asked: Request | string) {
    return this.answers.get(this.url(asked))?.clone();
  }
  async put(asked: Request | string, answer: Response) {
    const text = await answer.text();
    if (this.device.isTooLarge(this.url(asked))) throw new DOMException("full", "QuotaExceededError");
    this.answers.set(this.url(asked), new Response(text, answer));
  }
  async add(asked: string) {
    await this.put(asked, await fetch(asked));
  }
  async addAll(all: string[]) {
    for (const asked of all) await this.add(asked);
  }
  async delete(asked: string) {
    return this.answers.delete(this.url(asked));
  }
  async keys() {
    return [...this.answers.keys()].map((url) => ({ url }));
  }
}

export class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  /** What does not fit on this device. */
  isTooLarge: (url: string) => boolean = () => false;
  constructor(readonly hub: string) {}
  async open(name: string) {
    const found = this.all.get(name) ?? new FakeCache(this);
    this.all.set(name, found);
    return found;
  }
  keys = async () => [...this.all.keys()];
  has = async (name: string) => this.all.has(name);
  delete = async (name: string) => this.all.delete(name);
  async match(asked: Request) {
    for (const cache of this.all.values()) if (await cache.match(asked)) return cache.match(asked);
    return undefined;
  }
  /** The paths of what a cache has. */
  async paths(name: string) {
    return [...(await this.open(name)).answers.keys()].map((url) => url.slice(this.hub.length));
  }
}

/** Locks that any number of windows hold at a time. */
export class FakeSharedLocks {
  private readonly held: { name: string }[] = [];
  async request(name: string, _options: LockOptions, hold: () => Promise<void>) {
    const lock = { name };
    this.held.push(lock);
    await hold();
    this.held.splice(this.held.indexOf(lock), 1);
  }
  query = async () => ({ held: [...this.held], pending: [] });
}

/** What is shown when a page, or a part of one, breaks: what happened and two ways on. Nothing played is lost, the server has it. */

import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { isReachable, onceReachable } from "@/api/reachable";
import { keyOf } from "@/base";
import { isUnloaded } from "@/unloaded";
import { Button, ButtonLink } from "../controls/Button";
import { notify } from "../notices";
import "./Page.css";

interface ErrorBoundaryProps {
  /** What was shown when it broke: as soon as this is another value, it is tried again. */
  resetOn?: string;
  /** What stands above it where no other part of the page is left. */
  header?: ReactNode;
  /** The package that what is inside comes with; nothing for the client's own. */
  from?: string | undefined;
  /** Called when it has broken, so that what was loaded for it can be loaded anew. */
  onBroken?: () => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  /**
   * `unloaded`: a part of the program did not arrive. Browsers remember that until the page is loaded again.
   * `newer`: a part that comes with a package did not arrive though the server answers: it may have a newer one.
   */
  broken: "unloaded" | "newer" | "fault" | null;
  resetOn: string | undefined;
}

/** When the page was last loaded again by itself: once a minute at most, should a part be missing for good. */
const RELOADED = keyOf("reloaded");
const ONCE_MS = 60_000;

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  state: ErrorBoundaryState = { broken: null, resetOn: this.props.resetOn };
  private stopWaiting = () => {};

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { broken: isUnloaded(error) ? "unloaded" : "fault" };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetOn === state.resetOn ? null : { broken: null, resetOn: props.resetOn };
  }

  componentDidCatch() {
    this.props.onBroken?.();
  }

  componentDidUpdate(_props: ErrorBoundaryProps, before: ErrorBoundaryState) {
    if (before.broken === this.state.broken) return;
    this.stopWaiting();
    if (this.state.broken === "unloaded") this.wait();
  }

  componentDidMount() {
    if (this.state.broken === "unloaded") this.wait();
  }

  componentWillUnmount() {
    this.stopWaiting();
  }

  /** The page is loaded again once the server answers. For a package's part it is not: that is tried again in its place. */
  private wait() {
    if (this.props.from === undefined) {
      this.stopWaiting = onceReachable(reloadOnce);
      return;
    }
    let stopped = false;
    this.stopWaiting = () => {
      stopped = true;
    };
    void isReachable().then((reachable) => {
      if (stopped) return;
      if (reachable) this.setState({ broken: "newer" });
      else this.stopWaiting = onceReachable(() => this.setState({ broken: null }));
    });
  }

  private readonly again = async () => {
    if (this.state.broken === "fault") this.setState({ broken: null });
    else if (await isReachable()) location.reload();
    else notify(i18next.t("problem.unreachable", { ns: "hub" }));
  };

  render() {
    const { broken } = this.state;
    if (!broken) return this.props.children;
    const t = (key: string, facts?: object) => i18next.t(key, { ns: "hub", ...facts });
    const { header, from } = this.props;
    const alert = (
      <section className="page page-narrow" role="alert">
        <h2>{t(`broken.${broken}.title`)}</h2>
        <p>{t(`broken.${broken}.text`)}</p>
        {from && <p>{t("broken.from", { package: from })}</p>}
        <div className="row">
          <Button kind="main" icon="again" onClick={() => void this.again()}>
            {t(broken === "newer" ? "broken.reload" : "retry")}
          </Button>
          {/* Home may be this very address: what broke is then tried again. */}
          <ButtonLink href="/" onClick={() => this.setState({ broken: null })}>
            {t("home")}
          </ButtonLink>
        </div>
      </section>
    );
    if (!header) return alert;
    return (
      <>
        {header}
        <main>{alert}</main>
      </>
    );
  }
}

function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

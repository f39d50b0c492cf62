/** What is shown when a page, or a part of one, breaks: what happened and two ways on. Nothing played is lost, the server has it. */

import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { isReachable, onceReachable } from "@/api/reachable";
import { keyOf } from "@/base";
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
  children: ReactNode;
}

interface ErrorBoundaryState {
  /** `unloaded`: a part of the program did not arrive. Browsers remember that until the page is loaded again. */
  broken: "unloaded" | "fault" | null;
  resetOn: string | undefined;
}

/** What the browsers say when a part of the program did not arrive. */
const UNLOADED = /dynamically imported module|importing a module script|preload css/i;
/** When the page was last loaded again by itself: once a minute at most, should a part be missing for good. */
const RELOADED = keyOf("reloaded");
const ONCE_MS = 60_000;

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  state: ErrorBoundaryState = { broken: null, resetOn: this.props.resetOn };
  private stopWaiting = () => {};

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    const unloaded = error instanceof Error && UNLOADED.test(error.message);
    return { broken: unloaded ? "unloaded" : "fault" };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetOn === state.resetOn ? null : { broken: null, resetOn: props.resetOn };
  }

  componentDidUpdate(_props: ErrorBoundaryProps, before: ErrorBoundaryState) {
    if (before.broken === this.state.broken) return;
    this.stopWaiting();
    if (this.state.broken === "unloaded") this.stopWaiting = onceReachable(reloadOnce);
  }

  componentDidMount() {
    if (this.state.broken === "unloaded") this.stopWaiting = onceReachable(reloadOnce);
  }

  componentWillUnmount() {
    this.stopWaiting();
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
            {t("retry")}
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

/** What is shown when a page, or a part of one, breaks: what happened and two ways on. Nothing played is lost, the server has it. */
import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { Button, ButtonLink } from "./Button";
import "./Page.css";

interface ErrorBoundaryProps {
  /** What was shown when it broke: as soon as this is another value, it is tried again. */
  resetOn?: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  broken: boolean;
  resetOn: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  state: ErrorBoundaryState = { broken: false, resetOn: this.props.resetOn };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetOn === state.resetOn ? null : { broken: false, resetOn: props.resetOn };
  }

  render() {
    if (!this.state.broken) return this.props.children;
    const t = (key: string) => i18next.t(key, { ns: "hub" });
    return (
      <section className="page page-narrow" role="alert">
        <h2>{t("broken.title")}</h2>
        <p>{t("broken.text")}</p>
        <div className="row">
          <Button kind="main" icon="again" onClick={() => location.reload()}>
            {t("broken.reload")}
          </Button>
          {/* Home may be this very address: what broke is then tried again. */}
          <ButtonLink href="/" onClick={() => this.setState({ broken: false })}>
            {t("home")}
          </ButtonLink>
        </div>
      </section>
    );
  }
}

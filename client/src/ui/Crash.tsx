/** What is shown when a page, or a part of one, breaks: what happened and two ways on. Nothing played is lost, the server has it. */
import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { Button, ButtonLink } from "./Button";
import "./Page.css";

export class Crash extends Component<{ children: ReactNode }, { broken: boolean }> {
  state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  render() {
    if (!this.state.broken) return this.props.children;
    const t = (key: string) => i18next.t(key, { ns: "hub" });
    return (
      <section className="page page-narrow" role="alert">
        <h2>{t("crash.title")}</h2>
        <p>{t("crash.text")}</p>
        <div className="row">
          <Button kind="main" icon="again" onClick={() => location.reload()}>
            {t("crash.reload")}
          </Button>
          <ButtonLink href="/">{t("home")}</ButtonLink>
        </div>
      </section>
    );
  }
}

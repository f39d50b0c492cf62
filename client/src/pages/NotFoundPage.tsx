import { useTranslation } from "react-i18next";
import CodeBox from "@/room/invitation/CodeBox";
import { ButtonLink } from "@/ui/controls/Button";
import { Page } from "@/ui/page/Page";

export default function NotFoundPage() {
  const { t } = useTranslation("hub");
  return (
    <Page title={t("lost.title")} narrow>
      <p>{t("lost.text")}</p>
      <div className="row">
        <ButtonLink kind="main" href="/">
          {t("home")}
        </ButtonLink>
      </div>
      <section className="card" aria-label={t("code.title")}>
        <p>{t("lost.code")}</p>
        <CodeBox />
      </section>
    </Page>
  );
}

/** The way to a page of the hub's documentation. It is no page of the client's, so it is not kept; a hub may have none. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { welcomeQuery } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";

/** `page`: the one for whoever looks. */
export function DocumentationLink({ page }: { page: "playing" | "hosting" }) {
  const { t } = useTranslation("hub");
  const address = useQuery(welcomeQuery).data?.docs;
  const unreachable = useServerUnreachable();
  return address && !unreachable ? (
    <div className="row">
      <a className="button button-plain" href={`${address}${page}.html`}>
        {t("settings.documentation")}
      </a>
    </div>
  ) : null;
}

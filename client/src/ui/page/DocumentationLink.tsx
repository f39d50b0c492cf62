/** The way to a page of the hub's documentation. It is no page of the client's, so it is not kept; a hub may have none. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { welcomeQuery } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";

type DocumentationPage = "playing" | "hosting";

/** Where a page of it is, while there is a way to it. */
export function useDocumentation(page: DocumentationPage): string | undefined {
  const address = useQuery(welcomeQuery).data?.docs;
  const unreachable = useServerUnreachable();
  return address && !unreachable ? `${address}${page}.html` : undefined;
}

/** `page`: the one for whoever looks. */
export function DocumentationLink({ page }: { page: DocumentationPage }) {
  const { t } = useTranslation("hub");
  const address = useDocumentation(page);
  return address ? (
    <div className="row">
      <a className="button button-plain" href={address}>
        {t("settings.documentation")}
      </a>
    </div>
  ) : null;
}

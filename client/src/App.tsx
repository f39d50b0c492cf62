/** Which page stands at which address. Everything but the hub is loaded when it is first opened. */
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Route, Switch } from "wouter";
import { HubPage } from "./pages/HubPage";
import { Crash } from "./ui/Crash";
import { Notices } from "./ui/notices";
import { Waiting } from "./ui/Waiting";

const RoomPage = lazy(() => import("./pages/RoomPage"));
const LostPage = lazy(() => import("./pages/LostPage"));

export function App() {
  const { t } = useTranslation("hub");
  return (
    <>
      <Crash>
        <Suspense fallback={<Waiting text={t("loading")} />}>
          <Switch>
            <Route path="/" component={HubPage} />
            <Route path="/room/:code" component={RoomPage} />
            <Route component={LostPage} />
          </Switch>
        </Suspense>
      </Crash>
      <Notices />
    </>
  );
}

/** Which page stands at which address. Everything but the hub is loaded when it is first opened. */

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Route, Router, Switch, useLocation } from "wouter";
import { isProblem } from "./api/problem";
import { noticesQuery, useMe } from "./api/queries";
import { PREFIX } from "./base";
import { useHandingIn } from "./home/handing-in/useHandingIn";
import { onOtherMe } from "./home/player/me";
import { askWhoIAm } from "./home/player/whoIAm";
import { navigateToNewest } from "./offline/newest";
import { HubPage } from "./pages/HubPage";
import { SessionDrop } from "./replay/files/SessionDrop";
import { Notices } from "./ui/notices";
import { ErrorBoundary } from "./ui/page/ErrorBoundary";
import { TopBar } from "./ui/page/TopBar";
import { WaitingPage } from "./ui/page/WaitingPage";
import { offer, useOffered } from "./ui/sharing/share";

const RoomPage = lazy(() => import("./pages/RoomPage"));
const GamePage = lazy(() => import("./pages/GamePage"));
const MatchPage = lazy(() => import("./pages/MatchPage"));
const DailyPage = lazy(() => import("./pages/DailyPage"));
const LeaderboardsPage = lazy(() => import("./pages/LeaderboardsPage"));
const PlayerPage = lazy(() => import("./pages/PlayerPage"));
const SettingsPage = lazy(() => import("./pages/account/SettingsPage"));
const SignInPage = lazy(() => import("./pages/account/SignInPage"));
const SignedOutPage = lazy(() => import("./pages/account/SignedOutPage"));
const SessionPage = lazy(() => import("./pages/SessionPage"));
const AdminPage = lazy(() => import("./admin/AdminPage"));
const HostNotes = lazy(() => import("./hosting/HostNotes"));
const NotFoundPage = lazy(() => import("./pages/NotFoundPage"));
const ShareSheet = lazy(() => import("./ui/sharing/ShareSheet"));

export function App() {
  const { t } = useTranslation("hub");
  const [address] = useLocation();
  const me = useMe();
  const signedOut = isProblem(me.error, "signed-out");
  const closed = isProblem(me.error, "sign-in-required") && !/\/(admin|settings)$/.test(address);
  useHandingIn(me.data?.id);
  useEffect(() => onOtherMe(askWhoIAm), []);
  return (
    <Router base={PREFIX} aroundNav={navigateToNewest}>
      <FromTheHost me={me.data?.id} />
      <ErrorBoundary resetOn={address} header={<TopBar />}>
        <Suspense fallback={<WaitingPage text={t("loading")} />}>
          {signedOut ? <SignedOutPage /> : closed ? <SignInPage /> : <Pages />}
        </Suspense>
      </ErrorBoundary>
      <Shared />
      <SessionDrop />
      <Notices />
    </Router>
  );
}

function FromTheHost({ me }: { me: string | undefined }) {
  const said = useQuery(noticesQuery(me)).data;
  if (!(said?.announcement || said?.ban || said?.mute)) return null;
  return (
    <Suspense fallback={null}>
      <HostNotes />
    </Suspense>
  );
}

function Shared() {
  const text = useOffered();
  return (
    <ErrorBoundary resetOn={text ?? ""}>
      <Suspense fallback={null}>
        {text !== null && <ShareSheet key={text} text={text} onClose={() => offer(null)} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={HubPage} />
      <Route path="/room/:code" component={RoomPage} />
      <Route path="/games/:game" component={GamePage} />
      <Route path="/match/:id" component={MatchPage} />
      <Route path="/daily/:game?/:day?" component={DailyPage} />
      <Route path="/leaderboards/:game?/:board?" component={LeaderboardsPage} />
      <Route path="/me" component={PlayerPage} />
      <Route path="/player/:id" component={PlayerPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/session" component={SessionPage} />
      <Route path="/sign-in" component={SignInPage} />
      <Route path="/admin" component={AdminPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

import { DashboardScreen } from '../../features/dashboard/dashboard-screen'

export default function Dashboard() {
  return <DashboardScreen />
}

import { Outlet } from 'react-router'

export default function WorkLayout() {
  return <Outlet />
}

import '../styles/app.css'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { ConfirmDialogs } from '../ui/confirm'

/** The set-up has the whole window. */
export default function SetupLayout() {
  return (
    <Suspense>
      <Outlet />
      <ConfirmDialogs />
    </Suspense>
  )
}

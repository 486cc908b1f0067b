/** The part of React's scheduler that the tests use; the package brings no types. */
declare module 'scheduler' {
  const scheduler: {
    unstable_IdlePriority: number
    unstable_scheduleCallback: (priority: number, callback: (value?: unknown) => void) => void
  }
  export default scheduler
}

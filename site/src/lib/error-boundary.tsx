import { Component, type ReactNode } from 'react'
import { retryFailed } from './retrying-lazy'

interface ErrorBoundaryProps {
  fallback: ReactNode
  /** Children are tried again once it changes. */
  retryOn?: unknown
  children: ReactNode
}

/** Shows `fallback` if children fail to render or load. React logs the reason. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate({ retryOn }: ErrorBoundaryProps): void {
    if (!this.state.failed || retryOn === this.props.retryOn) return
    retryFailed()
    this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

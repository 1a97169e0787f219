import { Component, type ComponentType, type ReactNode } from 'react';

export interface FailureProps {
  readonly error: unknown;
  /** Renders the failed part again. */
  readonly onReset: () => void;
}

interface Props {
  /** Replaces the part that failed. */
  readonly fallback: ComponentType<FailureProps>;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** Keeps an error in one part from unmounting the whole application. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  readonly #reset = () => this.setState({ failure: null });

  override render() {
    const { fallback: Fallback, children } = this.props;
    const { failure } = this.state;
    return failure === null ? children : <Fallback error={failure.error} onReset={this.#reset} />;
  }
}

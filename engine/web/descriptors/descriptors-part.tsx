import type { ReactNode } from 'react'

interface DescriptorsPartProps {
  readonly title: string
  readonly help: string
  /** The button of the part. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of the page "Descriptors": its title and an explanation above its contents. */
export const DescriptorsPart = ({ title, help, action, children }: DescriptorsPartProps) => (
  <section className="mt-24">
    <header className="descriptors-head flex spread stack-phone items-start gap-y-12 gap-x-24">
      <div>
        <h2 className="bold m-0">{title}</h2>
        <p className="muted text-13">{help}</p>
      </div>
      {action}
    </header>
    {children}
  </section>
)

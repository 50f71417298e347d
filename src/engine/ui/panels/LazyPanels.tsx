import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'

/** A panel that is loaded when it is shown. */
export type LazyPanel = LazyExoticComponent<ComponentType>

/** Panels one below the other, each as soon as it has come. */
export const LazyPanels = ({ panels }: { panels: readonly ComponentType[] }) =>
  panels.map((Each, index) => (
    <Suspense key={index} fallback={null}>
      <Each />
    </Suspense>
  ))

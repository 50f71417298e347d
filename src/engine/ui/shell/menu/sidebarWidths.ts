/** How wide the menu at the side is, in pixels, by its type. */
export const sidebarWidths = { default: 256, compact: 132, icon: 68 } as const

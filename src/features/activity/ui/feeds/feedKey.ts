/** Under which key the uploaded files of a brand are kept. */
export const feedKey = (brand: number): readonly unknown[] => ['feed', brand]

import { z } from 'zod'
import { day, type Descriptions } from '#engine/server/openapi/description.ts'

const token = 'md1x9k2m4p6q8r0t3v5w7y'

const portalMedia = z
  .object({
    media: z.array(
      z.object({
        id: z.int(),
        token: z.string().describe('`?media=` behind a link, so that its clicks count for it'),
        name: z.string(),
        brand: z.int(),
        brandName: z.string(),
        kind: z.enum(['banner', 'text']),
        language: z.string(),
        text: z.string().nullable(),
        warning: z.string().describe('goes with it wherever it is shown'),
        width: z.int().nullable(),
        height: z.int().nullable(),
        validUntil: day.nullable(),
        address: z.string().nullable().describe('of the image; 410 once it is withdrawn'),
        clicks: z.int().describe("by the affiliate's own links, in the last 30 days"),
      }),
    ),
    links: z.array(z.object({ id: z.int(), name: z.string(), brand: z.int(), address: z.string() })),
  })
  .meta({
    example: {
      media: [
        {
          id: 4,
          token,
          name: 'Final of the cup',
          brand: 1,
          brandName: 'Aurora',
          kind: 'banner',
          language: 'pt',
          text: null,
          warning: '18+. Jogue com responsabilidade.',
          width: 300,
          height: 250,
          validUntil: '2026-12-31',
          address: `https://office.example/media/${token}`,
          clicks: 12,
        },
      ],
      links: [{ id: 7, name: 'My page', brand: 1, address: 'https://office.example/t/ac0a1b2c3d4e5f6g7h8i9j' }],
    },
  })

/** Media: images, their approval, and what affiliates find of them. */
export const mediaDescriptions: Descriptions = {
  'GET /media/:token': {
    tag: 'tracking',
    summary: 'The image of a banner, for the pages of affiliates; 410 with a placeholder once it may be shown no more',
    answer: 'image/png',
    refusals: [404, 410],
    isOpen: true,
  },
  'GET /api/portal/media': {
    tag: 'portal',
    summary: 'What the affiliate may advertise its brands with today, and its own links, by which it is tracked',
    answer: portalMedia,
    refusals: [401, 403],
  },
  'GET /api/media/:id/file': {
    tag: 'media',
    summary: 'The image of a banner, in whatever state it is',
    answer: 'image/png',
    refusals: [401, 403, 404],
  },
  'POST /api/media/:id/file': {
    tag: 'media',
    summary: 'Give a banner its image (PNG, JPEG, GIF or WebP, in base64, 512 KB at most); it has to be approved anew',
    body: z.object({ name: z.string(), content: z.string() }),
    answer: z.object({ width: z.int(), height: z.int() }).meta({ example: { width: 300, height: 250 } }),
    refusals: [400, 401, 403, 404, 413, 422],
  },
  'GET /api/media/:id/clicks': {
    tag: 'media',
    summary: 'How many came by a medium, by affiliate, most clicks first',
    answer: z
      .object({ total: z.int(), affiliates: z.array(z.object({ id: z.int(), name: z.string(), clicks: z.int() })) })
      .meta({ example: { total: 12, affiliates: [{ id: 3, name: 'Nina', clicks: 12 }] } }),
    refusals: [401, 403, 404],
  },
}

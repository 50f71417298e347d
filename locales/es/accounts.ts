import type { OnDemandMessages } from '../compose.ts'

/** Changes of who may enter an affiliate and where it is paid: the mails about them and the panel that lists them. */
export const access: OnDemandMessages['access'] = {
  greeting: 'Hola, %{name}.',
  subject: 'Cambio en el acceso a su cuenta de afiliado',
  mail: {
    accessKey: 'Se creó una clave de acceso para su cuenta el %{at}: %{label}.',
    person: 'Una persona puede entrar por su cuenta desde el %{at}: %{label}.',
    authenticator: 'Se activó un autenticador el %{at} para %{label}.',
    paymentKey: 'La clave de pago de su cuenta se cambió el %{at}.',
    email: 'El correo de su cuenta se cambió el %{at}. Este era el anterior.',
  },
  byStaff: 'Lo hizo el equipo de la empresa con la que usted trabaja.',
  byOwn: 'Se hizo con un acceso de su propia cuenta.',
  stop: 'Si no fue usted ni lo acordó, deténgalo aquí:',
  noLink: 'Si no fue usted ni lo acordó, avise enseguida a la empresa con la que trabaja.',
  stopped: 'El afiliado detuvo un cambio con el enlace del correo: revíselo antes de pagar.',
  title: 'Avisos sobre accesos',
  lead: 'Lo que cambió en quién entra por este afiliado y adónde cobra, y si se le avisó.',
  none: 'Aún no ha cambiado nada.',
  kinds: {
    accessKey: 'Clave de acceso: %{label}',
    person: 'Persona: %{label}',
    authenticator: 'Autenticador de %{label}',
    paymentKey: 'Clave de pago cambiada',
    email: 'Correo cambiado',
  },
  told: {
    sent: 'avisado por correo',
    waiting: 'correo en camino',
    failed: 'el correo no fue aceptado',
    off: 'no se envió ningún correo: este servidor no envía',
  },
  byTeam: 'por la empresa',
  stoppedAt: 'detenido el %{at}',
}

/** Invitations of people to the portal. */
export const people: OnDemandMessages['people'] = {
  title: 'Invitación',
  lead: 'El enlace permite definir la contraseña y entrar por el afiliado. Sirve una vez, durante siete días; un enlace nuevo cancela el anterior.',
  open: 'Hay una invitación válida hasta %{moment}. El enlace ya se mostró.',
  joined: 'Contraseña definida el %{moment}. Cree un enlace nuevo para restablecerla.',
  none: 'Aún sin invitación.',
  make: 'Crear invitación',
  again: 'Crear enlace nuevo',
  mailed: 'El enlace también se envió a %{email}.',
  notMailed: 'No se pudo enviar el correo. Envíe el enlace usted mismo.',
  noMail: 'El correo no está configurado. Envíe el enlace usted mismo.',
  mailSubject: 'Su invitación al portal de afiliados',
  mailText: 'Hola, %{name}. Le invitaron al portal de afiliados. Defina su contraseña aquí:',
  mailUntil: 'El enlace sirve una sola vez, hasta %{until}.',
}

import type { OnDemandMessages } from '../compose.ts'

/** Changes of who may enter an affiliate and where it is paid: the mails about them and the panel that lists them. */
export const access: OnDemandMessages['access'] = {
  greeting: 'Olá, %{name}.',
  subject: 'Mudança no acesso à sua conta de afiliado',
  mail: {
    accessKey: 'Uma chave de acesso foi criada para a sua conta em %{at}: %{label}.',
    person: 'Uma pessoa pode entrar pela sua conta desde %{at}: %{label}.',
    authenticator: 'Um autenticador foi ativado em %{at} para %{label}.',
    paymentKey: 'A chave de pagamento da sua conta foi alterada em %{at}.',
    email: 'O e-mail da sua conta foi alterado em %{at}. Este era o anterior.',
  },
  byStaff: 'Quem fez isso foi a equipe da empresa com que você trabalha.',
  byOwn: 'Isso foi feito com um acesso da sua própria conta.',
  stop: 'Se não foi você nem combinado com você, desfaça aqui:',
  noLink: 'Se não foi você nem combinado com você, avise logo a empresa com que você trabalha.',
  stopped: 'O afiliado desfez uma mudança pelo link do e-mail: confira antes de pagar.',
  title: 'Avisos sobre acessos',
  lead: 'O que mudou em quem entra por este afiliado e em para onde ele recebe, e se ele foi avisado.',
  none: 'Nada mudou ainda.',
  kinds: {
    accessKey: 'Chave de acesso: %{label}',
    person: 'Pessoa: %{label}',
    authenticator: 'Autenticador de %{label}',
    paymentKey: 'Chave de pagamento alterada',
    email: 'E-mail alterado',
  },
  told: {
    sent: 'avisado por e-mail',
    waiting: 'e-mail a caminho',
    failed: 'o e-mail não foi aceito',
    off: 'nenhum e-mail foi enviado: este servidor não envia',
  },
  byTeam: 'pela empresa',
  stoppedAt: 'desfeito em %{at}',
}

/** Invitations of people to the portal. */
export const people: OnDemandMessages['people'] = {
  title: 'Convite',
  lead: 'O link permite definir a senha e entrar pelo afiliado. Vale uma vez, por sete dias; um novo link cancela o anterior.',
  open: 'Há um convite válido até %{moment}. O link já foi mostrado.',
  joined: 'Senha definida em %{moment}. Crie um novo link para redefinir.',
  none: 'Ainda sem convite.',
  make: 'Criar convite',
  again: 'Criar novo link',
  mailed: 'O link também foi enviado para %{email}.',
  notMailed: 'Não foi possível enviar o e-mail. Envie o link você mesmo.',
  noMail: 'O e-mail não está configurado. Envie o link você mesmo.',
  mailSubject: 'Seu convite para o portal de afiliados',
  mailText: 'Olá, %{name}. Você foi convidado para o portal de afiliados. Defina a sua senha aqui:',
  mailUntil: 'O link vale uma única vez, até %{until}.',
}

// Another number of players shows other seats.
const players = document.getElementById("players");
players.addEventListener("change", () => {
  players.form.querySelector("[formmethod=get]").click();
});

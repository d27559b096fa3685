// What the engine of TripleA 1.9 makes of a map: every fact on a line of its own, sorted. Ends with 1 if it refuses the game.
// Left aside is what the import says it leaves out: holders of sea zones, units of nobody, borders of land that nobody enters,
// players without land, units and production.
// Use: java -cp triplea.jar Facts.java FOLDER GAME.xml    (in the folder of the engine, which reads its properties there)

import games.strategy.engine.data.GameData;
import games.strategy.engine.data.GameParser;
import games.strategy.engine.data.PlayerID;
import games.strategy.engine.data.ProductionRule;
import games.strategy.engine.data.Resource;
import games.strategy.engine.data.Territory;
import games.strategy.engine.data.Unit;
import games.strategy.engine.data.UnitType;
import games.strategy.triplea.attachments.TerritoryAttachment;
import games.strategy.triplea.attachments.UnitAttachment;
import games.strategy.util.PointFileReaderWriter;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

public class Facts {
    private static final TreeSet<String> facts = new TreeSet<>();

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        GameData game;
        try (InputStream in = new FileInputStream(arguments[1])) {
            game = new GameParser(arguments[1]).parse(in, new AtomicReference<>(), false);
        } catch (Exception | LinkageError refused) {
            System.err.println(arguments[1] + " is refused: " + refused);
            System.exit(1);
            return;
        }
        for (Territory territory : game.getMap().getTerritories()) territory(game, territory);
        for (UnitType type : game.getUnitTypeList()) unit(game, type);
        for (PlayerID player : game.getPlayerList().getPlayers()) player(game, player);
        facts.add("dice " + game.getDiceSides());
        drawing(game, folder);
        facts.forEach(System.out::println);
    }

    private static void territory(GameData game, Territory territory) {
        String name = "territory " + territory.getName();
        facts.add(name + " water " + territory.isWater());
        if (!territory.isWater()) facts.add(name + " owner " + territory.getOwner().getName());
        TreeSet<String> neighbours = new TreeSet<>();
        for (Territory other : game.getMap().getNeighbors(territory)) {
            if (!isClosed(other)) neighbours.add(other.getName());
        }
        if (!isClosed(territory)) facts.add(name + " borders " + neighbours);
        TerritoryAttachment attachment = TerritoryAttachment.get(territory);
        if (attachment != null && !territory.isWater()) {
            PlayerID first = attachment.getOriginalOwner();
            facts.add(name + " is worth " + attachment.getProduction() + ", cities " + attachment.getVictoryCity()
                    + ", capital of " + attachment.getCapital() + ", closed " + attachment.getIsImpassable()
                    + ", first of " + (first == null ? null : first.getName()));
        }
        Map<String, Integer> stacks = new TreeMap<>();
        for (Unit unit : territory.getUnits().getUnits()) {
            if (!unit.getOwner().isNull()) stacks.merge(unit.getOwner().getName() + " " + unit.getType().getName(), 1, Integer::sum);
        }
        stacks.forEach((stack, count) -> facts.add(name + " holds " + count + " " + stack));
    }

    private static boolean isClosed(Territory territory) {
        TerritoryAttachment attachment = TerritoryAttachment.get(territory);
        return attachment != null && attachment.getIsImpassable();
    }

    private static void unit(GameData game, UnitType type) {
        UnitAttachment values = UnitAttachment.get(type);
        facts.add("unit " + type.getName() + " attack " + values.getAttack() + " defence " + values.getDefense() + " movement " + values.getMovement()
                + " hits " + values.getHitPoints() + " rolls " + values.getAttackRolls() + " " + values.getDefenseRolls()
                + " transport " + values.getTransportCapacity() + " " + values.getTransportCost()
                + " carrier " + values.getCarrierCapacity() + " " + values.getCarrierCost()
                + " air " + values.getIsAir() + " sea " + values.getIsSea() + " sub " + values.getIsSub() + " destroyer " + values.getIsDestroyer()
                + " blitz " + values.getCanBlitz() + " bombard " + values.getCanBombard());
    }

    private static void player(GameData game, PlayerID player) {
        String name = "player " + player.getName();
        boolean takesPart = !game.getMap().getTerritoriesOwnedBy(player).isEmpty()
                || game.getMap().getTerritories().stream().flatMap(t -> t.getUnits().getUnits().stream()).anyMatch(unit -> unit.getOwner().equals(player));
        if (!takesPart && player.getProductionFrontier() == null) return;
        String allies = new TreeSet<>(game.getAllianceTracker().getAlliancesPlayerIsIn(player)).toString();
        facts.add(name + " allied " + allies.replaceAll("[ _]", ""));
        Resource money = game.getResourceList().getResource("PUs");
        if (money != null) facts.add(name + " has " + player.getResources().getQuantity(money));
        if (player.getProductionFrontier() == null) return;
        for (ProductionRule rule : player.getProductionFrontier().getRules()) {
            rule.getResults().keySet().forEach(unit ->
                    facts.add(name + " pays " + rule.getCosts().getInt(money) + " for " + rule.getResults().getInt(unit) + " " + unit.getName()));
        }
    }

    /** The map's own check: every territory has an outline, a centre and places, and nothing else has. */
    private static void drawing(GameData game, Path folder) throws Exception {
        TreeSet<String> territories = new TreeSet<>();
        for (Territory territory : game.getMap().getTerritories()) territories.add(territory.getName());
        compare("polygons.txt", territories, PointFileReaderWriter.readOneToManyPolygons(Files.newInputStream(folder.resolve("polygons.txt"))).keySet());
        compare("centers.txt", territories, PointFileReaderWriter.readOneToOneCenters(Files.newInputStream(folder.resolve("centers.txt"))).keySet());
        compare("place.txt", territories, PointFileReaderWriter.readOneToMany(Files.newInputStream(folder.resolve("place.txt"))).keySet());
    }

    private static void compare(String file, TreeSet<String> territories, java.util.Set<String> drawn) {
        TreeSet<String> missing = new TreeSet<>(territories);
        missing.removeAll(drawn);
        if (!missing.isEmpty()) facts.add("drawing " + file + " lacks " + missing);
        TreeSet<String> more = new TreeSet<>(drawn);
        more.removeAll(territories);
        if (!more.isEmpty()) facts.add("drawing " + file + " knows " + more + " that is nowhere");
    }
}
